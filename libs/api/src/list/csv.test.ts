import { bearerOf, FakeServer, session } from '../../test/server';
import { setSession } from '../session/session-store';
import { downloadCsv } from './csv';

let server: FakeServer;
beforeEach(() => {
  localStorage.clear();
  server = new FakeServer();
  server.install();
  setSession(session('access'));
});

const csv = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { 'Content-Type': 'text/csv; charset=utf-8', ...headers } });
const textOf = (blob: Blob): Promise<unknown> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsText(blob);
  });
const quiet = { onProgress: () => undefined, signal: new AbortController().signal };

test('requests the filtered rows as CSV, with the bearer token and without a page', async () => {
  server.on('/api/tasks', () => csv('id,name\r\n1,"a\r\nb"\r\n2,c\r\n'));
  const file = await downloadCsv('/api/tasks', { page: '3', page_size: '20', status: '!bought' }, quiet);
  const [request] = server.requests;
  expect(request?.headers.get('accept')).toBe('text/csv');
  expect(request && bearerOf(request)).toBe('Bearer access');
  expect(new URL(request?.url ?? '').search).toBe('?status=%21bought');
  expect(file.rows).toBe(2);
  expect(await textOf(file.blob)).toBe('id,name\r\n1,"a\r\nb"\r\n2,c\r\n');
});

test('joins the parts of a long list under one header, and reports progress', async () => {
  server.on('/api/tasks', (request) =>
    new URL(request.url).searchParams.get('cursor') === 'x'
      ? csv('id\r\n3\r\n')
      : csv('id\r\n1\r\n2\r\n', { Link: '</api/tasks?sort=id&cursor=x>; rel="next"' }),
  );
  const progress: number[] = [];
  const onProgress = (rows: number) => void progress.push(rows);
  const file = await downloadCsv('/api/tasks', { sort: 'id' }, { ...quiet, onProgress });
  expect(await textOf(file.blob)).toBe('id\r\n1\r\n2\r\n3\r\n');
  expect(progress).toEqual([2, 3]);
});

test('returns the header alone for an empty list', async () => {
  server.on('/api/tasks', () => csv('id,name\r\n', { Link: '</api/tasks?page=2>; rel="next"' }));
  expect((await downloadCsv('/api/tasks', {}, quiet)).rows).toBe(0);
  expect(server.requests).toHaveLength(1);
});

test('rejects with the server’s error, and with AbortError when cancelled', async () => {
  server.on('/api/users', () => new Response('{"message":"No","code":"FORBIDDEN"}', { status: 403 }));
  await expect(downloadCsv('/api/users', {}, quiet)).rejects.toMatchObject({
    message: 'No',
    code: 'FORBIDDEN',
  });
  const abort = new AbortController();
  server.on('/api/users', (request) => {
    abort.abort();
    request.signal.throwIfAborted();
    return csv('');
  });
  await expect(downloadCsv('/api/users', {}, { ...quiet, signal: abort.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
});
