import { Buying } from './buying.ts';
import type { Chance } from './chance.ts';
import { Client, type Attempt } from './client.ts';
import { invariants } from './invariants.ts';
import { until } from './patience.ts';
import type { Stage } from './stage.ts';
import { TaskStream } from './stream.ts';
import { none, seconds, type Verdict } from './verdict.ts';
import type { World } from './world.ts';
import { Writer } from './writer.ts';

/** How much goes on while faults happen. */
export interface LoadSize {
  writers: number;
  streams: number;
  /** Unfinished buying tasks at any time. */
  buying: number;
}

const STREAM_MS = 20_000;

/** People at work, live streams and buying tasks, through either server; at the end what must be true of all of it. */
export class Load {
  readonly writers: readonly Writer[];
  readonly streams: TaskStream[] = [];
  readonly buying: Buying;
  private readonly stage: Stage;
  private readonly world: World;

  private constructor(stage: Stage, world: World, chance: Chance, size: LoadSize) {
    const servers = stage.bffs.map(({ url }) => url);
    this.stage = stage;
    this.world = world;
    this.writers = Array.from(
      { length: size.writers },
      (_, index) => new Writer(`w${index}`, servers, world, chance),
    );
    this.buying = new Buying(stage, world, chance);
  }

  static async begin(stage: Stage, world: World, chance: Chance, size: LoadSize): Promise<Load> {
    const load = new Load(stage, world, chance, size);
    for (const writer of load.writers) await writer.start();
    const servers = stage.bffs.map(({ url }) => url);
    for (let index = 0; index < size.streams; index += 1) {
      const { client } = load.writers[index % load.writers.length] ?? { client: new Client(servers) };
      load.streams.push(new TaskStream(servers, index, () => client.token));
    }
    if (size.buying > 0) await load.buying.start(size.buying);
    return load;
  }

  /** Every try of every writer so far. */
  attempts(): Attempt[] {
    return this.writers.flatMap(({ client }) => client.attempts);
  }

  /** Ends the load and waits for what is under way; answers what holds of writes, answers, streams, tasks and tables. */
  async finish(): Promise<Verdict[]> {
    const streams = await this.streamVerdicts();
    await Promise.all(this.writers.map((writer) => writer.stop()));
    await Promise.all(this.streams.map((stream) => stream.close()));
    const bought = await this.buying.finish();
    const lost = (await Promise.all(this.writers.map((writer) => writer.faults(this.stage.db)))).flat();
    const acknowledged = this.writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
    const slowest = Math.max(0, ...this.writers.flatMap(({ client }) => client.waits));
    const failures = this.writers.flatMap((writer) => writer.failures);
    return [
      none('no acknowledged write lost, none in part or twice', lost, `${acknowledged} acknowledged`),
      none('every request was answered in the end', failures, `slowest ${seconds(slowest)}`),
      ...answersVerdicts(this.attempts()),
      ...streams,
      ...bought,
      ...(await invariants(this.stage.db)),
    ];
  }

  /** After the faults each stream must hear of the next change, wherever it is open. */
  private async streamVerdicts(): Promise<Verdict[]> {
    const [writer] = this.writers;
    if (this.streams.length === 0 || !writer?.ownTask) return [];
    const task = writer.ownTask;
    await Promise.all(this.writers.map((one) => one.stop()));
    const client = new Client(this.stage.bffs.map(({ url }) => url));
    await client.signIn(this.world.owner);
    const { name } = await client.succeed<{ name: string }>('GET', `/api/tasks/${task}`);
    const last = `${name} `.replace(/\d+ $/, (round) => String(Number(round)));
    const heard = async () => {
      await client.succeed('PATCH', `/api/tasks/${task}`, { name: `${last} ` });
      await client.succeed('PATCH', `/api/tasks/${task}`, { seats_to_set: 2 });
      await client.succeed('PATCH', `/api/tasks/${task}`, { seats_to_set: 1 });
      return this.streams.every((stream) => stream.names.get(task) === name) || undefined;
    };
    for (const stream of this.streams) stream.names.delete(task);
    const deaf = await until('all streams hear', heard, { withinMs: STREAM_MS, everyMs: 500 }).then(
      () => [],
      () =>
        this.streams.flatMap((stream, index) => (stream.names.get(task) === name ? [] : [`stream ${index}`])),
    );
    const reopened = this.streams.flatMap((stream) => stream.reopened);
    const longest = seconds(Math.max(0, ...reopened));
    return [
      none(
        'every live stream goes on and hears of the next change',
        deaf,
        `${this.streams.length} streams, opened again ${reopened.length} times, longest ${longest}`,
      ),
    ];
  }
}

/** Nobody is logged out by a fault; 503 says when to come back; no other 5xx is ever seen. */
function answersVerdicts(attempts: readonly Attempt[]): Verdict[] {
  const of = (status: number) => attempts.filter((attempt) => attempt.status === status).length;
  const words = ({ status, path, server }: Attempt) => `${status} ${path} of ${server}`;
  const bad = attempts.filter(({ status }) => status !== null && status >= 500 && status !== 503);
  const bare = attempts.filter(({ status, retryAfter }) => status === 503 && !retryAfter);
  const errors = attempts.filter(({ error }) => error !== null).length;
  return [
    none('never 401', attempts.filter(({ status }) => status === 401).map(words), `${attempts.length} tries`),
    none('no 5xx but 503', bad.map(words), `${of(503)} times 503, ${errors} without an answer`),
    none('503 says when to come back (Retry-After)', bare.map(words)),
  ];
}
