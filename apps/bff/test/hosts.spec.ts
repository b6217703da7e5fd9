import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startApp, type TestApp } from './app';
import { work } from './work';

let app: TestApp;
let feed: string;

beforeAll(async () => {
  app = await startApp({ PUBLIC_URL: 'https://console.example/' });
  const { owner } = await work(app, {
    eventFields: { on_sale_at: new Date(Date.now() + 86_400_000) },
  });
  const { body } = await app.http<{ path: string }>('POST', '/api/calendar/feed', {
    token: owner,
    body: { kinds: ['on_sale'], planned: false },
  });
  feed = body.path;
});
afterAll(() => app.close());

/** The whole response to a GET with these lines as headers. */
function get(path: string, ...headers: string[]): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(app.url).port) });
  socket.write(['GET ' + path + ' HTTP/1.1', ...headers, 'Connection: close', '', ''].join('\r\n'));
  return text(socket);
}

it.each([
  ['two hosts', ['Host: one.example', 'host: two.example']],
  ['a path', ['Host: one.example/path']],
  ['characters of no host', ['Host: a<b>"c']],
  ['a user', ['Host: me@one.example']],
  ['a port that is none', ['Host: one.example:port']],
])('refuses a request with %s as Host', async (_, headers) => {
  for (const path of ['/api/sites', '/healthz', '/nowhere', feed]) {
    const response = await get(path, ...headers);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toContain('"The Host header must name one host"');
    expect(response).toMatch(/x-request-id: \S+/i);
  }
});

it.each(['console.example', 'localhost:3000', '127.0.0.1', '[::1]:3000', 'xn--bcher-kva.example'])(
  'takes %s as Host',
  async (host) => {
    expect(await get('/healthz', `Host: ${host}`)).toMatch(/^HTTP\/1\.1 200 /);
  },
);

it('writes links that leave the console with its public address, whatever host was asked', async () => {
  const response = await get(feed, 'Host: evil.example');
  expect(response).toMatch(/^HTTP\/1\.1 200 /);
  expect(response).toContain('URL;VALUE=URI:https://console.example/');
  expect(response).not.toContain('evil.example');
});
