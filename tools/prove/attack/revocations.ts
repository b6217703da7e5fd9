import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Fixtures, forEachConcurrently, type Person } from './fixtures.ts';
import { type HttpResponse, send, sendOk } from './http.ts';
import type { Result } from './probe.ts';

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
  const ready: PromiseWithResolvers<void> = Promise.withResolvers();
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

type Revoke = (fixtures: Fixtures, person: Person) => Promise<unknown>;

const revocations: Record<string, Revoke> = {
  'ended sessions': ({ port, token }, { id }) =>
    sendOk(port, `/api/users/${id}/sessions`, { method: 'DELETE', token }),
  'disabled users': ({ port, token }, { id }) =>
    sendOk(port, `/api/users/${id}`, { method: 'PUT', token, body: { status: 'disabled' } }),
  'password changes': ({ port, token }, { id }) =>
    sendOk(port, `/api/users/${id}/password`, { method: 'POST', token, body: { password: 'another-lantern-by-the-sea' } }),
}; // prettier-ignore

/** Revokes access while a stream is open; nothing may be sent more than a second later. */
async function sessions(fixtures: Fixtures, name: string, revoke: Revoke, task: number): Promise<Result> {
  await fixtures.signIn();
  let served = 0;
  await forEachConcurrently(Array.from({ length: ROUNDS }), async () => {
    const person = await fixtures.person();
    const stream = openStream(fixtures.port, person.token);
    await stream.ready;
    await revoke(fixtures, person);
    const revoked = performance.now();
    await delay(WITHIN_MS);
    await fixtures.command(task, 'start');
    await fixtures.command(task, 'stop');
    const { status } = await send(fixtures.port, '/api/me', { token: person.token });
    if (status !== 401 || !stream.ended() || stream.bytesSince(revoked + WITHIN_MS) > 0) served += 1;
    stream.close();
  });
  return {
    attack: `revoked: ${name}`,
    tried: `${ROUNDS} while a stream is open`,
    outcome: `${served} served after it`,
    passed: served === 0,
  };
}

/** Whether a worker that waits gets a task that is started then: what the revocations prevent. */
async function isServed(fixtures: Fixtures, task: number): Promise<boolean> {
  const { token } = await fixtures.make<{ token: string }>('/api/worker-tokens', { name: 'attack' });
  const poll = send(fixtures.port, '/api/worker/v1/lease', {
    method: 'POST',
    token,
    body: { worker: 'attack', capacity: 1, wait_s: 5 },
  });
  await delay(20);
  await fixtures.command(task, 'start');
  return leasesOf(await poll) === 1;
}

const leasesOf = ({ status, text }: HttpResponse): number =>
  status === 200 ? (JSON.parse(text) as { leases: unknown[] }).leases.length : 0;

/** Revokes a worker's token while its long poll is open; it must not receive a task started afterwards. */
async function workerTokens(fixtures: Fixtures, task: number): Promise<Result> {
  await fixtures.signIn();
  if (!(await isServed(fixtures, await fixtures.task())))
    throw new Error('The worker receives no task before the revocation');
  let served = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, token } = await fixtures.make<{ id: number; token: string }>('/api/worker-tokens', {
      name: `attack ${round}`,
    });
    const poll = send(fixtures.port, '/api/worker/v1/lease', {
      method: 'POST',
      token,
      body: { worker: 'attack', capacity: 1, wait_s: 5 },
    });
    await delay(20);
    await sendOk(fixtures.port, `/api/worker-tokens/${id}`, { method: 'DELETE', token: fixtures.token });
    await fixtures.command(task, 'start');
    if (leasesOf(await poll) > 0) served += 1;
    await fixtures.command(task, 'stop');
  }
  return {
    attack: 'revoked: worker tokens',
    tried: `${ROUNDS} while a long poll is open`,
    outcome: `${served} served after it`,
    passed: served === 0,
  };
}

/** Revokes access in every way while a stream or a long poll is open. */
export async function revokedAccess(fixtures: Fixtures): Promise<Result[]> {
  const task = await fixtures.task();
  const results: Result[] = [];
  for (const [name, revoke] of Object.entries(revocations))
    results.push(await sessions(fixtures, name, revoke, task));
  return [...results, await workerTokens(fixtures, task)];
}
