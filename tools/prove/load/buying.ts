import { setTimeout as delay } from 'node:timers/promises';
import { type Check, expectNone } from '../checks.ts';
import { Client } from '../installation/client.ts';
import { waitFor } from '../installation/wait-for.ts';
import { type Fixtures, type LoadTarget, readSoldSeats } from './fixtures.ts';
import type { SeededRandom } from './seeded-random.ts';

const TASKS_PER_JOB = 6;
const POLL_MS = 300;
const SETTLE_MS = 180_000;

/** Launches jobs whose tasks each buy a seat at the sandbox, so that some tasks are always running. */
export class BuyingLoad {
  /** Tasks launched, by job. */
  readonly launched = new Map<number, number>();
  private readonly installation: LoadTarget;
  private readonly fixtures: Fixtures;
  private readonly client: Client;
  /** Remaining purchases by event: each login occurs once per seat it may still buy. */
  private readonly remaining: { eventId: number; templateId: number; logins: number[] }[];
  private running = true;
  private done: Promise<void> = Promise.resolve();
  private readonly failures: string[] = [];

  constructor(installation: LoadTarget, fixtures: Fixtures, random: SeededRandom) {
    this.installation = installation;
    this.fixtures = fixtures;
    this.client = new Client(installation.urls, { turn: Math.floor(random.between(0, 2)) });
    this.remaining = fixtures.events.map(({ id, templateId, limit }) => ({
      eventId: id,
      templateId,
      logins: Array.from({ length: limit }, () => fixtures.loginIds).flat(),
    }));
  }

  /** Keeps about `tasks` unfinished tasks. */
  async start(tasks: number): Promise<void> {
    await this.client.signIn(this.fixtures.owner);
    this.done = this.launchLoop(tasks);
  }

  /** Stops launching. */
  async stop(): Promise<void> {
    this.running = false;
    await this.done;
  }

  /** Stops launching and waits until every task has bought its seat. */
  async finish(): Promise<Check[]> {
    await this.stop();
    const total = [...this.launched.values()].reduce((sum, count) => sum + count, 0);
    const findOpen = () => this.findUnbought();
    const left = await waitFor(
      'every task has bought its seat',
      async () => ((await findOpen()).length === 0 ? [] : undefined),
      { withinMs: SETTLE_MS, everyMs: 500 },
    ).catch(findOpen);
    const sold = await readSoldSeats(this.installation, this.fixtures);
    const tickets = await this.findTickets();
    const mismatches = [
      ...sold.filter((seat) => !tickets.includes(seat)).map((seat) => `sold, no ticket: ${seat}`),
      ...tickets.filter((seat) => !sold.includes(seat)).map((seat) => `ticket, not sold: ${seat}`),
    ];
    return [
      expectNone('every launch succeeded', this.failures),
      expectNone('every task bought its seat', left, `${total} tasks`),
      expectNone('the tickets match the seats that the sandbox sold', mismatches, `${sold.length} seats`),
      expectNone(
        'exactly one seat per task, but for those that ended with another purchase of their login',
        sold.length === total - (await this.countEnded()) ? [] : [`${sold.length} seats, ${total} tasks`],
      ),
      expectNone('every job has the tasks it was launched with', await this.findMiscountedJobs()),
    ];
  }

  /** Tasks that were interrupted until another task of the same login had bought: a purchase ends them all. */
  private async countEnded(): Promise<number> {
    const { rows } = await this.installation.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM tasks t WHERE realm_id = $1 AND mode = 'buy' AND EXISTS (
         SELECT FROM task_events e WHERE e.task_id = t.id AND e.reason ->> 'code' = 'BOUGHT_BY_TASK')`,
      [this.fixtures.realmId],
    );
    return rows[0]?.count ?? 0;
  }

  private async launchLoop(tasks: number): Promise<void> {
    let number = 0;
    while (this.running) {
      try {
        const { rows } = await this.installation.db.query<{ count: number }>(
          "SELECT count(*)::int AS count FROM tasks WHERE realm_id = $1 AND mode = 'buy' AND unfinished",
          [this.fixtures.realmId],
        );
        if ((rows[0]?.count ?? tasks) < tasks) {
          number += 1;
          // A step may last longer than an access token.
          await this.client.refresh();
          await this.launch(number);
        }
      } catch (error) {
        // The cases interrupt the database on purpose; any other error is a failure.
        if (!/connect|terminat|timeout|ECONN|EHOST|57P0|starting up|recovery|shutting/i.test(String(error)))
          this.failures.push(String(error));
      }
      await delay(POLL_MS);
    }
  }

  private async launch(number: number): Promise<void> {
    const entry =
      this.remaining.filter(({ logins }) => logins.length > 0)[number % this.remaining.length] ??
      this.remaining[0];
    const logins = entry?.logins.splice(0, TASKS_PER_JOB) ?? [];
    if (!entry || logins.length === 0) return;
    const job = await this.client.requestOk<{ id: number; counts: Record<string, number> }>(
      'POST',
      '/api/jobs',
      { template_id: entry.templateId, login_ids: logins, worker_count: logins.length, seats_per_worker: 1 },
      `launch-${this.fixtures.realmId}-${number}`,
    );
    this.launched.set(
      job.id,
      Object.values(job.counts).reduce((sum, count) => sum + count, 0),
    );
  }

  private async findUnbought(): Promise<string[]> {
    const { rows } = await this.installation.db.query<{ id: number; status: string; message: string | null }>(
      `SELECT id, status, status_message AS message FROM tasks
       WHERE realm_id = $1 AND mode = 'buy' AND status <> 'bought' ORDER BY id`,
      [this.fixtures.realmId],
    );
    return rows.map(({ id, status, message }) => `task ${id} is ${status}: ${message}`);
  }

  private async findTickets(): Promise<string[]> {
    const { rows } = await this.installation.db.query<{ seat: string }>(
      `SELECT concat_ws(' ', event_guid, area, "row", seat, login_email) AS seat FROM tickets WHERE realm_id = $1`,
      [this.fixtures.realmId],
    );
    return rows.map(({ seat }) => seat).sort();
  }

  private async findMiscountedJobs(): Promise<string[]> {
    const { rows } = await this.installation.db.query<{ job_id: number; count: number }>(
      `SELECT job_id, count(*)::int AS count FROM tasks WHERE realm_id = $1 AND mode = 'buy' GROUP BY job_id`,
      [this.fixtures.realmId],
    );
    const found = new Map(rows.map(({ job_id, count }) => [job_id, count]));
    return [...new Set([...this.launched.keys(), ...found.keys()])].flatMap((job) =>
      found.get(job) === this.launched.get(job)
        ? []
        : [`job ${job}: ${found.get(job) ?? 0} tasks, launched ${this.launched.get(job) ?? 0}`],
    );
  }
}
