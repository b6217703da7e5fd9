import { liveHeartbeatMs } from '@tessera/domain';
import { FakeServer, json, session } from '../../test/server';
import { clearSession, setSession } from '../session/session-store';
import { type LiveChange, LiveStream } from './live-stream';

/** One accepted connection: what is written arrives at the page, `end` is the server closing it. */
function connection() {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  const encoder = new TextEncoder();
  return {
    response: new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }),
    write: (text: string) => controller.enqueue(encoder.encode(text)),
    end: () => controller.close(),
    fail: (error: Error) => controller.error(error),
  };
}

let server: FakeServer;
let changes: LiveChange[];
let resyncs: number;
let stop: () => void;
let live: LiveStream;

const until = async (met: () => boolean) => {
  for (let looks = 0; !met(); looks += 1) {
    if (looks > 2000) throw new Error(`Never met: ${met.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer();
  server.install();
  changes = [];
  resyncs = 0;
  live = new LiveStream({ onChange: (change) => changes.push(change), onResync: () => resyncs++ });
});
afterEach(() => {
  stop();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('delivers whole changes, however the network splits them', async () => {
  setSession(session('access'));
  const first = connection();
  server.on('/api/stream', () => first.response);
  stop = live.start();
  await until(() => live.getState().status === 'live');
  expect(server.requests[0]!.headers.get('authorization')).toBe('Bearer access');
  first.write(': ping\n\nid: 1\ndata: {"topic":"tasks","id":5,"change":"upd');
  first.write(
    'ate","row":{"status":"running"}}\n\nid: 2\r\ndata: {"topic":"tasks","id":6,"change":"delete"}\r\n\r\n',
  );
  await until(() => changes.length === 2);
  expect(changes).toEqual([
    { topic: 'tasks', id: 5, change: 'update', row: { status: 'running' } },
    { topic: 'tasks', id: 6, change: 'delete' },
  ]);
});

test('resumes after the last event, and passes on the server’s resync', async () => {
  setSession(session());
  const connections = [connection(), connection()];
  let next = 0;
  server.on('/api/stream', () => connections[next++]?.response ?? json(503, {}));
  stop = live.start();
  connections[0]!.write('id: 41\ndata: {"topic":"jobs","id":1,"change":"update"}\n\n');
  await until(() => changes.length === 1);
  connections[0]!.end();
  await until(() => live.getState().status === 'connecting');
  expect(live.getState().staleSince).not.toBeNull();
  await until(() => server.to('/api/stream').length === 2);
  expect(server.requests[1]!.headers.get('last-event-id')).toBe('41');
  connections[1]!.write('event: resync\ndata: {}\n\n');
  await until(() => resyncs === 1);
  expect(live.getState()).toEqual({ status: 'live', staleSince: null });
});

test('resyncs after a reconnect without an event id to resume from', async () => {
  setSession(session());
  const connections = [connection(), connection()];
  let next = 0;
  server.on('/api/stream', () => connections[next++]?.response ?? json(503, {}));
  stop = live.start();
  await until(() => live.getState().status === 'live');
  expect(resyncs).toBe(0);
  connections[0]!.end();
  await until(() => next === 2 && resyncs === 1);
});

test('connects only while a user is signed in', async () => {
  const first = connection();
  server.on('/api/stream', () => first.response);
  stop = live.start();
  expect(live.getState().status).toBe('off');
  setSession(session());
  await until(() => live.getState().status === 'live');
  clearSession();
  expect(live.getState().status).toBe('off');
});

describe('a connection without data', () => {
  /** Lets everything run that needs no time. */
  const settle = () => jest.advanceTimersByTimeAsync(0);
  const connections: ReturnType<typeof connection>[] = [];
  beforeEach(async () => {
    jest.useFakeTimers({ now: Date.parse('2026-11-20T14:31:40Z') });
    connections.length = 0;
    server.on('/api/stream', ({ signal }) => {
      const made = connection();
      connections.push(made);
      // As fetch has it: what is aborted can't be read on.
      signal.addEventListener('abort', () => made.fail(signal.reason as Error));
      return made.response;
    });
    setSession(session());
    stop = live.start();
    for (let turns = 0; live.getState().status !== 'live' && turns < 50; turns += 1) await settle();
    expect(live.getState().status).toBe('live');
  });

  test('stays live while heartbeats arrive', async () => {
    for (let beats = 0; beats < 10; beats += 1) {
      connections[0]!.write(': ping\n\n');
      await settle();
      await jest.advanceTimersByTimeAsync(liveHeartbeatMs);
    }
    expect(live.getState()).toEqual({ status: 'live', staleSince: null });
  });

  test('is stale since the last heartbeat once two are missed', async () => {
    connections[0]!.write(': ping\n\n');
    await settle();
    const receivedAt = Date.now();
    await jest.advanceTimersByTimeAsync(2 * liveHeartbeatMs);
    expect(live.getState().status).toBe('live');
    await jest.advanceTimersByTimeAsync(0.5 * liveHeartbeatMs);
    expect(live.getState()).toEqual({ status: 'connecting', staleSince: receivedAt });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(connections.length).toBeGreaterThan(1);
  });

  test('is offline as soon as the browser loses its network, and reconnects as soon as it returns', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    expect(live.getState().status).toBe('offline');
    await settle();
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    for (let turns = 0; live.getState().status !== 'live' && turns < 50; turns += 1) await settle();
    expect(live.getState().status).toBe('live');
  });
});
