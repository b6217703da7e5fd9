import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { Client } from '../installation/client.ts';
import type { Fixtures } from './fixtures.ts';
import type { SeededRandom } from './seeded-random.ts';

const BATCH = 10;
const READS = ['/api/tasks?page=1&page_size=20', '/api/me', '/api/jobs?page=1', '/api/carted-tickets'];
const REFRESH_MS = 12_000;
const DELAY_MS = [30, 150] as const;

/**
 * Simulates a user: reads lists, creates tasks one by one and ten at a time, and renames its own task in each round.
 * Records acknowledged writes, so that lost ones can be found afterwards.
 */
export class Writer {
  readonly client: Client;
  readonly failures: string[] = [];
  /** The task that is renamed in each round. */
  ownTask: number | null = null;
  acknowledged = 0;
  private readonly name: string;
  private readonly fixtures: Fixtures;
  private readonly random: SeededRandom;
  private round = 0;
  private etag: string | null = null;
  private acknowledgedRound = 0;
  private readonly requested = { single: new Set<string>(), batch: new Set<string>() };
  private readonly confirmed = { single: new Set<string>(), batch: new Set<string>() };
  private running = true;
  private done: Promise<void> = Promise.resolve();

  constructor(name: string, servers: readonly string[], fixtures: Fixtures, random: SeededRandom) {
    this.name = name;
    this.fixtures = fixtures;
    this.random = random;
    this.client = new Client(servers, { turn: Math.floor(random.between(0, servers.length)) });
  }

  async start(): Promise<void> {
    await this.client.signIn(this.fixtures.owner);
    this.ownTask = await this.createTask(`${this.name} round 0`, 'own');
    this.done = this.runLoop();
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.done;
  }

  /** Returns acknowledged writes that are missing, partial or duplicated. */
  async findLostWrites(db: pg.Pool): Promise<string[]> {
    const { rows } = await db.query<{ id: number; name: string }>(
      'SELECT id, name FROM tasks WHERE realm_id = $1 AND name LIKE $2',
      [this.fixtures.realmId, `${this.name} %`],
    );
    const counts = new Map<string, number>();
    for (const { name } of rows) {
      const batch = name.replace(/ part \d+$/, '');
      counts.set(batch, (counts.get(batch) ?? 0) + 1);
    }
    const findWrongCounts = (names: ReadonlySet<string>, confirmed: ReadonlySet<string>, expected: number) =>
      [...names].flatMap((name) => {
        const count = counts.get(name) ?? 0;
        return count === expected || (count === 0 && !confirmed.has(name))
          ? []
          : [`${name}: ${count} of ${expected}`];
      });
    const own = rows.find(({ id }) => id === this.ownTask)?.name ?? 'missing';
    const round = Number(own.split(' ').at(-1));
    const isCurrent = round >= this.acknowledgedRound && round <= this.round;
    return [
      ...findWrongCounts(this.requested.single, this.confirmed.single, 1),
      ...findWrongCounts(this.requested.batch, this.confirmed.batch, BATCH),
      ...(isCurrent ? [] : [`${this.name}: "${own}", acknowledged was round ${this.acknowledgedRound}`]),
    ];
  }

  private async runLoop(): Promise<void> {
    let refreshed = performance.now();
    while (this.running) {
      try {
        this.round += 1;
        await this.rename();
        await this.read();
        if (this.round % 3 === 0) await this.createSingle();
        if (this.round % 7 === 0) await this.createBatch();
        if (performance.now() - refreshed > REFRESH_MS) {
          await this.client.refresh();
          refreshed = performance.now();
        }
      } catch (error) {
        this.failures.push(`${this.name}: ${(error as Error).message}`);
      }
      await delay(this.random.between(...DELAY_MS));
    }
  }

  /**
   * Renames its task with If-Match: without it, an earlier request that timed out could arrive late and undo this one.
   * 412 means that such a request has arrived: reads the version again.
   */
  private async rename(): Promise<void> {
    const path = `/api/tasks/${this.ownTask}`;
    const name = `${this.name} round ${this.round}`;
    for (;;) {
      this.etag ??= (await this.client.request('GET', path)).etag;
      const { status, etag } = await this.client.request(
        'PATCH',
        path,
        { name },
        { 'If-Match': this.etag ?? '*' },
      );
      this.etag = status < 300 ? etag : null;
      if (status < 300) break;
      if (status !== 412) throw new Error(`PATCH ${path}: ${status}`);
    }
    this.acknowledgedRound = this.round;
    this.acknowledged += 1;
  }

  private async read(): Promise<void> {
    await this.client.requestOk('GET', this.random.pick(READS));
  }

  private async createSingle(): Promise<void> {
    const name = `${this.name} single ${this.round}`;
    this.requested.single.add(name);
    await this.createTask(name, `single-${this.round}`);
    this.confirmed.single.add(name);
    this.acknowledged += 1;
  }

  private async createBatch(): Promise<void> {
    const name = `${this.name} batch ${this.round}`;
    this.requested.batch.add(name);
    const tasks = Array.from({ length: BATCH }, (_, part) => this.body(`${name} part ${part}`));
    await this.client.requestOk('POST', '/api/tasks', tasks, this.idempotencyKey(`batch-${this.round}`));
    this.confirmed.batch.add(name);
    this.acknowledged += 1;
  }

  private async createTask(name: string, key: string): Promise<number> {
    const task = await this.client.requestOk<{ id: number } | { id: number }[]>(
      'POST',
      '/api/tasks',
      this.body(name),
      this.idempotencyKey(key),
    );
    return Array.isArray(task) ? (task[0]?.id ?? 0) : task.id;
  }

  private body(name: string): Record<string, unknown> {
    return {
      name,
      login_id: this.random.pick(this.fixtures.loginIds),
      event_id: this.fixtures.events[0]?.id,
    };
  }

  private idempotencyKey(suffix: string): string {
    return `${this.fixtures.realmId}-${this.name}-${suffix}`.replaceAll(' ', '-');
  }
}
