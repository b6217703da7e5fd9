import { type Check, expectNone, formatSeconds } from '../checks.ts';
import { type Attempt, Client } from '../installation/client.ts';
import { waitFor } from '../installation/wait-for.ts';
import { BuyingLoad } from './buying.ts';
import { createFixtures, type Fixtures, type LoadTarget } from './fixtures.ts';
import { checkInvariants } from './invariants.ts';
import type { SeededRandom } from './seeded-random.ts';
import { TaskStream } from './stream.ts';
import { Writer } from './writer.ts';

/** The amount of load during the faults. */
export interface LoadSize {
  writers: number;
  streams: number;
  /** Unfinished buying tasks at any time. */
  buying: number;
  /** Whether each writer stays at one server, so that what fails there isn't hidden by the other one. */
  staying?: boolean;
}

const STREAM_MS = 20_000;

/** Writers, live streams and buying tasks on both servers, with checks at the end. */
export class Load {
  readonly writers: readonly Writer[];
  readonly streams: TaskStream[] = [];
  readonly buying: BuyingLoad;
  private readonly installation: LoadTarget;
  /** The realm in which it acts. */
  readonly fixtures: Fixtures;

  private constructor(installation: LoadTarget, fixtures: Fixtures, random: SeededRandom, size: LoadSize) {
    const servers = installation.urls;
    this.installation = installation;
    this.fixtures = fixtures;
    this.writers = Array.from({ length: size.writers }, (_, index) => {
      const own = size.staying ? [servers[index % servers.length] ?? ''] : servers;
      return new Writer(`w${index}`, own, fixtures, random);
    });
    this.buying = new BuyingLoad(installation, fixtures, random);
  }

  /** Starts it in a realm of its own, whose name begins with `name`. */
  static async start(
    installation: LoadTarget,
    random: SeededRandom,
    name: string,
    size: LoadSize,
  ): Promise<Load> {
    const fixtures = await createFixtures(installation, random, name);
    const load = new Load(installation, fixtures, random, size);
    for (const writer of load.writers) await writer.start();
    const servers = installation.urls;
    for (let index = 0; index < size.streams; index += 1) {
      const { client } = load.writers[index % load.writers.length] ?? { client: new Client(servers) };
      load.streams.push(new TaskStream(servers, index, () => client.token));
    }
    if (size.buying > 0) await load.buying.start(size.buying);
    return load;
  }

  /** Returns all attempts of all writers so far. */
  attempts(): Attempt[] {
    return this.writers.flatMap(({ client }) => client.attempts);
  }

  /** Stops the load and checks nothing. */
  async stop(): Promise<void> {
    await Promise.all(this.writers.map((writer) => writer.stop()));
    await Promise.all(this.streams.map((stream) => stream.close()));
    await this.buying.stop();
  }

  /**
   * Stops the load, waits for requests in flight, and checks writes, responses, streams, tasks and tables. `isProxied`: 502 is
   * what a proxy answers when it has got nothing itself.
   */
  async finish({ isProxied = false } = {}): Promise<Check[]> {
    const streams = await this.checkStreams();
    await Promise.all(this.writers.map((writer) => writer.stop()));
    await Promise.all(this.streams.map((stream) => stream.close()));
    const bought = await this.buying.finish();
    const lost = (
      await Promise.all(this.writers.map((writer) => writer.findLostWrites(this.installation.db)))
    ).flat();
    const acknowledged = this.writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
    const slowest = Math.max(0, ...this.writers.flatMap(({ client }) => client.durations));
    const failures = this.writers.flatMap((writer) => writer.failures);
    return [
      expectNone('no acknowledged write lost, partial or duplicated', lost, `${acknowledged} acknowledged`),
      expectNone('every request got a response in the end', failures, `slowest ${formatSeconds(slowest)}`),
      ...checkResponses(this.attempts(), isProxied ? [502, 503] : [503]),
      ...streams,
      ...bought,
      ...(await checkInvariants(this.installation.db)),
    ];
  }

  /** After the faults each stream must receive the next change. */
  private async checkStreams(): Promise<Check[]> {
    const [writer] = this.writers;
    if (this.streams.length === 0 || !writer?.ownTask) return [];
    const task = writer.ownTask;
    await Promise.all(this.writers.map((one) => one.stop()));
    const client = new Client(this.installation.urls);
    await client.signIn(this.fixtures.owner);
    const { name } = await client.requestOk<{ name: string }>('GET', `/api/tasks/${task}`);
    const last = `${name} `.replace(/\d+ $/, (round) => String(Number(round)));
    const haveReceived = async () => {
      await client.requestOk('PATCH', `/api/tasks/${task}`, { name: `${last} ` });
      await client.requestOk('PATCH', `/api/tasks/${task}`, { seats_to_set: 2 });
      await client.requestOk('PATCH', `/api/tasks/${task}`, { seats_to_set: 1 });
      return this.streams.every((stream) => stream.names.get(task) === name);
    };
    for (const stream of this.streams) stream.names.delete(task);
    const missed = await waitFor('all streams receive the change', haveReceived, {
      withinMs: STREAM_MS,
      everyMs: 500,
    }).then(
      () => [],
      () =>
        this.streams.flatMap((stream, index) => (stream.names.get(task) === name ? [] : [`stream ${index}`])),
    );
    const reopened = this.streams.flatMap((stream) => stream.reopened);
    const longest = formatSeconds(Math.max(0, ...reopened));
    return [
      expectNone(
        'every live stream receives the next change',
        missed,
        `${this.streams.length} streams, reconnected ${reopened.length} times, slowest ${longest}`,
      ),
    ];
  }
}

/** Faults must not cause 401 or any 5xx other than those expected; 503 carries Retry-After. */
function checkResponses(attempts: readonly Attempt[], expected: readonly number[]): Check[] {
  const countStatus = (status: number) => attempts.filter((attempt) => attempt.status === status).length;
  const describe = ({ status, path, server }: Attempt) => `${status} ${path} of ${server}`;
  const unexpected = attempts.filter(
    ({ status }) => status !== null && status >= 500 && !expected.includes(status),
  );
  const withoutRetryAfter = attempts.filter(({ status, retryAfter }) => status === 503 && !retryAfter);
  const errors = attempts.filter(({ error }) => error !== null).length;
  return [
    expectNone(
      'never 401',
      attempts.filter(({ status }) => status === 401).map(describe),
      `${attempts.length} attempts`,
    ),
    expectNone(
      `no 5xx except ${expected.join(' and ')}`,
      unexpected.map(describe),
      `${expected.map((status) => `${countStatus(status)} times ${status}`).join(', ')}, ${errors} without a response`,
    ),
    expectNone('503 carries Retry-After', withoutRetryAfter.map(describe)),
  ];
}
