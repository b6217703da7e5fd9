import { list, refusal, TestServer } from '@tessera/api/testing';
import { openModuleRows } from './module-rows';

const TOKEN = 'POST /module-data/mf-risk/token';
const NOTES = '/module-data/mf-risk/note';
const row = {
  id: 'n1',
  data: { text: 'Aisle' },
  task_id: 7,
  job_id: null,
  login_id: null,
  ticket_id: null,
  created_at: '2026-11-20T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
  version: 3,
};

/** A server that gives the tokens t1, t2 and so on, and takes those that `accepts` names. */
function serve(accepts: readonly string[] = ['t1']): TestServer {
  let given = 0;
  const server = new TestServer().on(TOKEN, () => {
    given += 1;
    return { status: 201, body: { token: `t${given}`, expires_at: '2026-11-20T12:15:00.000Z' } };
  });
  server.on(`GET ${NOTES}`, ({ headers }) =>
    accepts.includes(headers.get('X-Module-Token') ?? '')
      ? {
          ...list([row], 300),
          headers: { Link: `</api${NOTES}?cursor=c2>; rel="next"`, 'X-Total-Count': '300' },
        }
      : refusal(403, 'FORBIDDEN', 'X-Module-Token must be a token of mf-risk', {
          reason: 'MODULE_TOKEN_NEEDED',
        }),
  );
  globalThis.fetch = server.fetch;
  return server;
}

test('reads with one token, however many ask at once', async () => {
  const server = serve();
  const rows = openModuleRows('mf-risk', undefined);
  const [first] = await Promise.all([rows.list('note', { index1: 'open' }), rows.list('note')]);
  expect(first).toEqual({ rows: [row], next: 'c2' });
  expect(server.seen(TOKEN)).toHaveLength(1);
  expect(server.seen(`GET ${NOTES}`)[0]?.query.get('index1')).toBe('open');
});

test('asks for another token once the server takes the first one no longer', async () => {
  const server = serve(['t2']);
  const rows = openModuleRows('mf-risk', undefined);
  expect((await rows.list('note')).rows).toEqual([row]);
  expect((await rows.list('note')).rows).toEqual([row]);
  expect(server.seen(TOKEN)).toHaveLength(2);
});

test('passes on a refusal that another token does not mend', async () => {
  const server = serve([]);
  await expect(openModuleRows('mf-risk', undefined).list('note')).rejects.toMatchObject({ status: 403 });
  expect(server.seen(TOKEN)).toHaveLength(2);
});

test('asks again for a token that could not be had', async () => {
  const server = serve();
  const rows = openModuleRows('mf-risk', 12);
  server.on(TOKEN, refusal(404, 'NOT_FOUND', 'Module not found'));
  await expect(rows.list('note')).rejects.toMatchObject({ status: 404 });
  server.on(TOKEN, { status: 201, body: { token: 't1', expires_at: '2026-11-20T12:15:00.000Z' } });
  expect((await rows.list('note')).rows).toEqual([row]);
  expect(server.seen(TOKEN).at(-1)?.body).toEqual({ realm_id: 12 });
});

test('changes a row on condition that it has the version that was read', async () => {
  const server = serve()
    .on(`PUT ${NOTES}/n1`, { body: { ...row, version: 4 } })
    .on(`DELETE ${NOTES}/n1`, refusal(412, 'STALE', 'Somebody else has changed it'));
  const rows = openModuleRows('mf-risk', undefined);
  const changed = await rows.put('note', 'n1', { data: { text: 'Window' }, task_id: 7 }, { version: 3 });
  expect(changed.version).toBe(4);
  const [put] = server.seen(`PUT ${NOTES}/n1`);
  expect(put?.headers.get('If-Match')).toBe('"v3"');
  expect(put?.headers.get('Content-Type')).toBe('application/json');
  await expect(rows.remove('note', 'n1', { version: 4 })).rejects.toMatchObject({ status: 412 });
});
