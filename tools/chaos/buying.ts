import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import { Client } from './client.ts';
import { until } from './patience.ts';
import type { Stage } from './stage.ts';
import { none, type Verdict } from './verdict.ts';
import { soldSeats, type World } from './world.ts';

const TASKS_PER_JOB = 6;
const LOOK_MS = 300;
const SETTLE_MS = 180_000;

/** Tasks that buy a seat each at the sandbox: launched as jobs, so that always some are at work. */
export class Buying {
  /** Tasks launched, by job. */
  readonly launched = new Map<number, number>();
  private readonly stage: Stage;
  private readonly world: World;
  private readonly client: Client;
  /** What an account may still buy, by event: logins as often as there is room. */
  private readonly room: { eventId: number; templateId: number; logins: number[] }[];
  private running = true;
  private done: Promise<void> = Promise.resolve();
  private readonly failures: string[] = [];

  constructor(stage: Stage, world: World, chance: Chance) {
    this.stage = stage;
    this.world = world;
    this.client = new Client(
      stage.bffs.map(({ url }) => url),
      Math.floor(chance.between(0, 2)),
    );
    this.room = world.events.map(({ id, templateId, limit }) => ({
      eventId: id,
      templateId,
      logins: Array.from({ length: limit }, () => world.loginIds).flat(),
    }));
  }

  /** Begins to launch so that about `tasks` are unfinished at any time. */
  async start(tasks: number): Promise<void> {
    await this.client.signIn(this.world.owner);
    this.done = this.keepBusy(tasks);
  }

  /** Launches no more, and waits until every task has bought its seat. */
  async finish(): Promise<Verdict[]> {
    this.running = false;
    await this.done;
    const total = [...this.launched.values()].reduce((sum, count) => sum + count, 0);
    const open = () => this.notBought();
    const left = await until(
      'every task has bought its seat',
      async () => ((await open()).length === 0 ? [] : undefined),
      { withinMs: SETTLE_MS, everyMs: 500 },
    ).catch(open);
    const sold = await soldSeats(this.stage, this.world);
    const tickets = await this.tickets();
    const unequal = [
      ...sold.filter((seat) => !tickets.includes(seat)).map((seat) => `sold, no ticket: ${seat}`),
      ...tickets.filter((seat) => !sold.includes(seat)).map((seat) => `ticket, not sold: ${seat}`),
    ];
    return [
      none('every launch was answered', this.failures),
      none('no task lost: each has bought its seat', left, `${total} tasks`),
      none('the tickets are the seats that the sandbox sold', unequal, `${sold.length} seats`),
      none(
        'one seat per task, none twice',
        sold.length === total ? [] : [`${sold.length} seats, ${total} tasks`],
      ),
      none('every job has the tasks it was launched with', await this.miscounted()),
    ];
  }

  private async keepBusy(tasks: number): Promise<void> {
    for (let number = 0; this.running; await delay(LOOK_MS)) {
      try {
        const { rows } = await this.stage.db.query<{ count: number }>(
          "SELECT count(*)::int AS count FROM tasks WHERE realm_id = $1 AND mode = 'buy' AND unfinished",
          [this.world.realmId],
        );
        if ((rows[0]?.count ?? tasks) < tasks) await this.launch((number += 1));
      } catch (error) {
        // The database is away at times, and that is the point; anything else is not.
        if (!/connect|terminat|ECONN|57P0|starting up|recovery|shutting/i.test(String(error)))
          this.failures.push(String(error));
      }
    }
  }

  private async launch(number: number): Promise<void> {
    const place =
      this.room.filter(({ logins }) => logins.length > 0)[number % this.room.length] ?? this.room[0];
    const logins = place?.logins.splice(0, TASKS_PER_JOB) ?? [];
    if (!place || logins.length === 0) return;
    const job = await this.client.succeed<{ id: number; counts: Record<string, number> }>(
      'POST',
      '/api/jobs',
      { template_id: place.templateId, login_ids: logins, worker_count: logins.length, seats_per_worker: 1 },
      `launch-${this.world.realmId}-${number}`,
    );
    this.launched.set(
      job.id,
      Object.values(job.counts).reduce((sum, count) => sum + count, 0),
    );
  }

  private async notBought(): Promise<string[]> {
    const { rows } = await this.stage.db.query<{ id: number; status: string; message: string | null }>(
      `SELECT id, status, status_message AS message FROM tasks
       WHERE realm_id = $1 AND mode = 'buy' AND status <> 'bought' ORDER BY id`,
      [this.world.realmId],
    );
    return rows.map(({ id, status, message }) => `task ${id} is ${status}: ${message}`);
  }

  private async tickets(): Promise<string[]> {
    const { rows } = await this.stage.db.query<{ seat: string }>(
      `SELECT concat_ws(' ', event_guid, area, "row", seat, login_email) AS seat FROM tickets WHERE realm_id = $1`,
      [this.world.realmId],
    );
    return rows.map(({ seat }) => seat).sort();
  }

  private async miscounted(): Promise<string[]> {
    const { rows } = await this.stage.db.query<{ job_id: number; count: number }>(
      `SELECT job_id, count(*)::int AS count FROM tasks WHERE realm_id = $1 AND mode = 'buy' GROUP BY job_id`,
      [this.world.realmId],
    );
    const found = new Map(rows.map(({ job_id, count }) => [job_id, count]));
    return [...new Set([...this.launched.keys(), ...found.keys()])].flatMap((job) =>
      found.get(job) === this.launched.get(job)
        ? []
        : [`job ${job}: ${found.get(job) ?? 0} tasks, launched ${this.launched.get(job) ?? 0}`],
    );
  }
}
