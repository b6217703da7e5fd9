import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { startApp, type TestApp } from './app';

let app: TestApp;
const open: Socket[] = [];

beforeAll(async () => {
  app = await startApp({ REQUEST_TIMEOUT_MS: '3000', CONNECTIONS_PER_ADDRESS: '5', CONNECTIONS: '8' });
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await connectionsAre(0);
});
afterAll(() => app.close());

/** The events of a connection: open, the first bytes of a response, and its end with the whole response. */
type Sent = { connected: Promise<null>; first: Promise<null>; answer: Promise<string> };

/** A connection from an address of this machine that sends only a text. */
function send(text: string, localAddress = '127.0.0.1'): Sent {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(app.url).port), localAddress });
  open.push(socket);
  const connected = Promise.withResolvers<null>();
  socket.once('connect', () => {
    socket.write(text);
    connected.resolve(null);
  });
  const first = Promise.withResolvers<null>();
  socket.once('data', () => first.resolve(null));
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
  socket.on('error', () => undefined);
  const response = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  return { connected: connected.promise, first: first.promise, answer: response };
}

const slowBody =
  'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
const slowHead = 'GET /healthz HTTP/1.1\r\nHost: x\r\n';

/** The status of a request over a separate connection from an address; null when the connection is closed. */
const statusFrom = (localAddress: string): Promise<number | null> =>
  new Promise((resolve) => {
    const agent = new Agent({ keepAlive: false });
    request(`${app.url}/healthz`, { localAddress, agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? null));
    })
      .once('error', () => resolve(null))
      .end();
  });

/** Waits until the server has a number of connections. */
async function connectionsAre(count: number): Promise<void> {
  const server = app.nest.getHttpServer();
  const now = () => new Promise<number>((resolve) => server.getConnections((_, found) => resolve(found)));
  while ((await now()) !== count) await new Promise((resolve) => setTimeout(resolve, 10));
}

it.each([
  ['bodies', slowBody],
  ['heads', slowHead],
])('ends requests whose %s take too long to arrive, with an error', async (_, text) => {
  const response = await send(text).answer;
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
  expect(response).toContain('The request took too long to arrive');
});

it('serves other addresses while one has reached its limit of connections', async () => {
  const answered = Array.from({ length: 5 }, () => send(`${slowHead}\r\n`, '127.0.0.2'));
  await Promise.all(answered.map(({ first }) => first));
  expect(await statusFrom('127.0.0.2')).toBeNull();
  expect(await statusFrom('127.0.0.3')).toBe(200);
});

it('ends the slowest request of an address at its limit', async () => {
  const slow = Array.from({ length: 5 }, () => send(slowHead, '127.0.0.2'));
  await Promise.all(slow.map(({ connected }) => connected));
  let status: number | null = null;
  while (status === null) status = await statusFrom('127.0.0.2');
  expect(status).toBe(200);
});

it('serves new addresses while many connections send nothing', async () => {
  const slow = ['127.0.0.2', '127.0.0.3'].flatMap((address) =>
    Array.from({ length: 4 }, () => send('', address)),
  );
  await Promise.all(slow.map(({ connected }) => connected));
  let status: number | null = null;
  while (status === null) status = await statusFrom('127.0.0.4');
  expect(status).toBe(200);
});

it('survives connections that the system cannot open', async () => {
  const failure = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' });
  app.nest.getHttpServer().emit('error', failure);
  expect(await statusFrom('127.0.0.1')).toBe(200);
});
