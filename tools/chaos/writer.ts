import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Chance } from './chance.ts';
import { Client } from './client.ts';
import type { World } from './world.ts';

const BATCH = 10;
const READS = ['/api/tasks?page=1&page_size=20', '/api/me', '/api/jobs?page=1', '/api/carted-tickets'];
const REFRESH_MS = 12_000;
const PAUSE_MS = [30, 150] as const;

/**
 * A person at a browser: reads lists, makes tasks one by one and ten at a time, and renames one task of their own with
 * each round's number. Remembers what was acknowledged, so that it can be looked for afterwards.
 */
export class Writer {
  readonly client: Client;
  readonly failures: string[] = [];
  /** The task that is renamed each round, once it is made. */
  ownTask: number | null = null;
  acknowledged = 0;
  private readonly name: string;
  private readonly world: World;
  private readonly chance: Chance;
  private round = 0;
  private etag: string | null = null;
  private acknowledgedRound = 0;
  private readonly asked = { single: new Set<string>(), batch: new Set<string>() };
  private readonly known = { single: new Set<string>(), batch: new Set<string>() };
  private running = true;
  private done: Promise<void> = Promise.resolve();

  constructor(name: string, servers: readonly string[], world: World, chance: Chance) {
    this.name = name;
    this.world = world;
    this.chance = chance;
    this.client = new Client(servers, Math.floor(chance.between(0, servers.length)));
  }

  async start(): Promise<void> {
    await this.client.signIn(this.world.owner);
    this.ownTask = await this.make(`${this.name} round 0`, 'own');
    this.done = this.work();
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.done;
  }

  /** What was acknowledged and is not there, or is there in part or twice. */
  async faults(db: pg.Pool): Promise<string[]> {
    const { rows } = await db.query<{ id: number; name: string }>(
      'SELECT id, name FROM tasks WHERE realm_id = $1 AND name LIKE $2',
      [this.world.realmId, `${this.name} %`],
    );
    const counts = new Map<string, number>();
    for (const { name } of rows) {
      const batch = name.replace(/ part \d+$/, '');
      counts.set(batch, (counts.get(batch) ?? 0) + 1);
    }
    const expect = (names: ReadonlySet<string>, sure: ReadonlySet<string>, whole: number) =>
      [...names].flatMap((name) => {
        const count = counts.get(name) ?? 0;
        return count === whole || (count === 0 && !sure.has(name)) ? [] : [`${name}: ${count} of ${whole}`];
      });
    const own = rows.find(({ id }) => id === this.ownTask)?.name ?? 'missing';
    const round = Number(own.split(' ').at(-1));
    const isCurrent = round >= this.acknowledgedRound && round <= this.round;
    return [
      ...expect(this.asked.single, this.known.single, 1),
      ...expect(this.asked.batch, this.known.batch, BATCH),
      ...(isCurrent ? [] : [`${this.name}: "${own}", acknowledged was round ${this.acknowledgedRound}`]),
    ];
  }

  private async work(): Promise<void> {
    let refreshed = performance.now();
    while (this.running) {
      try {
        this.round += 1;
        await this.rename();
        await this.read();
        if (this.round % 3 === 0) await this.makeOne();
        if (this.round % 7 === 0) await this.makeTen();
        if (performance.now() - refreshed > REFRESH_MS) {
          await this.client.refresh();
          refreshed = performance.now();
        }
      } catch (error) {
        this.failures.push(`${this.name}: ${(error as Error).message}`);
      }
      await delay(this.chance.between(...PAUSE_MS));
    }
  }

  /**
   * Renames its task as it knows it: a change that names no version is undone by an earlier one of its own that was given
   * up and comes in late. 412 means that one of them came in: it looks again.
   */
  private async rename(): Promise<void> {
    const path = `/api/tasks/${this.ownTask}`;
    const name = `${this.name} round ${this.round}`;
    for (;;) {
      this.etag ??= (await this.client.ask('GET', path)).etag;
      const { status, etag } = await this.client.ask(
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
    await this.client.succeed('GET', this.chance.pick(READS));
  }

  private async makeOne(): Promise<void> {
    const name = `${this.name} single ${this.round}`;
    this.asked.single.add(name);
    await this.make(name, `single-${this.round}`);
    this.known.single.add(name);
    this.acknowledged += 1;
  }

  private async makeTen(): Promise<void> {
    const name = `${this.name} batch ${this.round}`;
    this.asked.batch.add(name);
    const tasks = Array.from({ length: BATCH }, (_, part) => this.body(`${name} part ${part}`));
    await this.client.succeed('POST', '/api/tasks', tasks, this.key(`batch-${this.round}`));
    this.known.batch.add(name);
    this.acknowledged += 1;
  }

  private async make(name: string, key: string): Promise<number> {
    const task = await this.client.succeed<{ id: number } | { id: number }[]>(
      'POST',
      '/api/tasks',
      this.body(name),
      this.key(key),
    );
    return Array.isArray(task) ? (task[0]?.id ?? 0) : task.id;
  }

  private body(name: string): Record<string, unknown> {
    return { name, login_id: this.chance.pick(this.world.loginIds), event_id: this.world.events[0]?.id };
  }

  private key(what: string): string {
    return `${this.world.realmId}-${this.name}-${what}`.replaceAll(' ', '-');
  }
}
