import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { SeededRandom } from '../load/seeded-random.ts';
import { TcpProxy } from './tcp-proxy.ts';

let echo: Server;
let proxy: TcpProxy;

beforeEach(async () => {
  echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const target = new URL(`http://127.0.0.1:${(echo.address() as AddressInfo).port}`);
  proxy = await TcpProxy.listen(target, new SeededRandom(1));
});
afterEach(async () => {
  await proxy.close();
  echo.close();
});

async function open(): Promise<Socket> {
  const socket = connect(proxy.port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Sends until the connection ends; answers how. */
async function untilBroken(socket: Socket): Promise<{ error: string | undefined; odd: boolean }> {
  let error: string | undefined;
  let bytes = 0;
  socket.on('error', (failure: NodeJS.ErrnoException) => (error = failure.code));
  socket.on('data', (piece: Buffer) => {
    bytes += piece.length;
    socket.write(Buffer.alloc(10));
  });
  socket.write(Buffer.alloc(10));
  await new Promise((closed) => socket.once('close', closed));
  return { error, odd: bytes % 10 !== 0 };
}

it('forwards data in order, also with delays', async () => {
  for (const fault of ['none', 'delay'] as const) {
    proxy.fault = fault;
    const socket = await open();
    let text = '';
    socket.on('data', (piece: Buffer) => (text += String(piece)));
    for (const word of ['one ', 'two ', 'three']) socket.write(word);
    while (text.length < 13) await once(socket, 'data');
    expect(text).toBe('one two three');
    socket.destroy();
  }
});

it('resets connections', async () => {
  proxy.fault = 'reset';
  expect((await untilBroken(await open())).error).toBe('ECONNRESET');
});

it('truncates a chunk and closes the connection', async () => {
  proxy.fault = 'truncate';
  const broken = await untilBroken(await open());
  expect(broken.odd).toBe(true);
});

it('keeps a half-open connection silent and serves new ones afterwards', async () => {
  const socket = await open();
  socket.write('before');
  await once(socket, 'data');
  proxy.fault = 'half_open';
  socket.write('swallowed');
  const received = jest.fn();
  socket.on('data', received).on('close', received);
  await new Promise((next) => setTimeout(next, 50));
  proxy.fault = 'none';
  socket.write('swallowed too');
  const other = await open();
  other.write('hello');
  await once(other, 'data');
  expect(received).not.toHaveBeenCalled();
  other.destroy();
});
