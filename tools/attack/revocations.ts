import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, send, succeed } from './http.ts';
import type { Result } from './report.ts';
import { each, type Person, type World } from './world.ts';

const ROUNDS = 100;
/** Access ends within a second of a revocation. */
const WITHIN_MS = 1000;

/** What a stream received, and when. */
interface Stream {
  ready: Promise<void>;
  ended(): boolean;
  bytesSince(at: number): number;
  close(): void;
}

function openStream(port: number, token: string): Stream {
  const ready = Promise.withResolvers<void>();
  const parts: { at: number; bytes: number }[] = [];
  let ended = false;
  const end = () => {
    ended = true;
    ready.resolve();
  };
  const sent = request(
    {
      host: '127.0.0.1',
      port,
      path: '/api/stream',
      agent: false,
      headers: { Authorization: `Bearer ${token}` },
    },
    (answer) => {
      answer.on('data', (part: Buffer) => {
        parts.push({ at: performance.now(), bytes: part.length });
        ready.resolve();
      });
      answer.on('end', end).on('error', end).on('close', end);
    },
  );
  sent.on('error', end);
  sent.end();
  return {
    ready: ready.promise,
    ended: () => ended,
    bytesSince: (at) => parts.reduce((sum, part) => (part.at > at ? sum + part.bytes : sum), 0),
    close: () => sent.destroy(),
  };
}

type Revoke = (world: World, person: Person) => Promise<unknown>;

const revocations: Record<string, Revoke> = {
  'ended sessions': ({ port, token }, { id }) =>
    succeed(port, `/api/users/${id}/sessions`, { method: 'DELETE', token }),
  'disabled users': ({ port, token }, { id }) =>
    succeed(port, `/api/users/${id}`, { method: 'PUT', token, body: { status: 'disabled' } }),
  'password changes': ({ port, token }, { id }) =>
    succeed(port, `/api/users/${id}/password`, { method: 'POST', token, body: { password: 'another-lantern-by-the-sea' } }),
}; // prettier-ignore

/** Access is taken while a stream is open: nothing is served more than a second later. */
async function sessions(world: World, name: string, revoke: Revoke, task: number): Promise<Result> {
  await world.signIn();
  let served = 0;
  await each(Array.from({ length: ROUNDS }), async () => {
    const person = await world.person();
    const stream = openStream(world.port, person.token);
    await stream.ready;
    await revoke(world, person);
    const revoked = performance.now();
    await delay(WITHIN_MS);
    await world.command(task, 'start');
    await world.command(task, 'stop');
    const { status } = await send(world.port, '/api/me', { token: person.token });
    if (status !== 401 || !stream.ended() || stream.bytesSince(revoked + WITHIN_MS) > 0) served += 1;
    stream.close();
  });
  return {
    attack: `revoked: ${name}`,
    tried: `${ROUNDS} while a stream is open`,
    outcome: `${served} served after it`,
    kept: served === 0,
  };
}

/** Whether a worker that waits gets a task that is started then: what the revocations prevent. */
async function isServed(world: World, task: number): Promise<boolean> {
  const { token } = await world.make<{ token: string }>('/api/worker-tokens', { name: 'attack' });
  const poll = send(world.port, '/api/worker/v1/lease', {
    method: 'POST',
    token,
    body: { worker: 'attack', capacity: 1, wait_s: 5 },
  });
  await delay(20);
  await world.command(task, 'start');
  return leasesOf(await poll) === 1;
}

const leasesOf = ({ status, text }: Answer): number =>
  status === 200 ? (JSON.parse(text) as { leases: unknown[] }).leases.length : 0;

/** A worker's token is revoked while its long poll is open: it gets no task that comes then. */
async function workerTokens(world: World, task: number): Promise<Result> {
  await world.signIn();
  if (!(await isServed(world, await world.task()))) throw new Error('No worker gets a task at all');
  let served = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, token } = await world.make<{ id: number; token: string }>('/api/worker-tokens', {
      name: `attack ${round}`,
    });
    const poll = send(world.port, '/api/worker/v1/lease', {
      method: 'POST',
      token,
      body: { worker: 'attack', capacity: 1, wait_s: 5 },
    });
    await delay(20);
    await succeed(world.port, `/api/worker-tokens/${id}`, { method: 'DELETE', token: world.token });
    await world.command(task, 'start');
    if (leasesOf(await poll) > 0) served += 1;
    await world.command(task, 'stop');
  }
  return {
    attack: 'revoked: worker tokens',
    tried: `${ROUNDS} while a long poll is open`,
    outcome: `${served} served after it`,
    kept: served === 0,
  };
}

/** Every way to take access, each while a stream or a long poll is open. */
export async function revokedAccess(world: World): Promise<Result[]> {
  const task = await world.task();
  const results: Result[] = [];
  for (const [name, revoke] of Object.entries(revocations))
    results.push(await sessions(world, name, revoke, task));
  return [...results, await workerTokens(world, task)];
}
