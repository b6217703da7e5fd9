import type { TaskFacts } from '@tessera/domain';
import type { LeaseDto } from '../../src/workers';
import type { Answer, TestApp } from '../app';
import { defined } from '../defined';
import { event, login, signIn, user } from '../factories';
import {
  inMinutes,
  lease,
  makeBuyer,
  newTask,
  seat,
  skipBackoff,
  sweep,
  under,
  type Work,
  work,
} from '../work';
import type { Act, PersonAct, TimeAct, Which, WorkerAct } from './acts';
import { indexesOf, recordedOf, type ResultCode, type TaskModel } from './task-model';

/** Access tokens are valid for ten minutes; a long run signs in again earlier. */
const SIGN_IN_EVERY_MS = 4 * 60_000;

/** A task in the database, as far as the model covers it. */
export interface StoredTask extends Omit<TaskFacts, 'max_retries'> {
  /** Its start is in the future: two people who change it at once leave no other trace of who was last. */
  ahead: boolean;
  backs_off: boolean;
  lease_id: string | null;
  finished: boolean;
  holds: readonly string[];
  tickets: number;
  /** How many unfinished tasks the realm has. */
  unfinished: number;
  /** How many unfinished tasks the realm's counter shows. */
  counted: number;
}

/** The ids of the task's holds and, where they have one, of their records. */
export interface StoredIds {
  hold_ids: readonly number[];
  ticket_ids: readonly (number | null)[];
}

/** A realm with two people and a worker, in which runs take place one after another, each with its own task. */
export class Rig {
  private signedIn = Date.now();

  private constructor(
    readonly work: Work,
    private readonly emails: readonly string[],
    private people: readonly string[],
  ) {}

  static async in(app: TestApp): Promise<Rig> {
    const created = await work(app, { logins: 0 });
    const people = [
      await user(app, 'realm_owner', created.realmId),
      await user(app, 'realm_owner', created.realmId),
    ];
    return new Rig(
      created,
      people.map(({ email }) => email),
      people.map(({ token }) => token),
    );
  }

  /** Starts a run: a task with a login and an event that no other run has. */
  async begin(mode: 'hold' | 'buy', maxRetries: number): Promise<Run> {
    const { app, realmId, siteId } = this.work;
    if (Date.now() - this.signedIn > SIGN_IN_EVERY_MS) {
      this.people = await Promise.all(this.emails.map(async (email) => (await signIn(app, email)).token));
      this.signedIn = Date.now();
    }
    const [owner = '', second = ''] = this.people;
    const eventId = await event(app, siteId);
    const { rows } = await app.db.query<{ guid: string }>('SELECT guid FROM events WHERE id = $1', [eventId]);
    const run = {
      ...this.work,
      owner,
      eventId,
      guid: defined(rows[0]).guid,
      logins: [await login(app, realmId, siteId)],
    };
    const { id } = await newTask(run, { start: false });
    if (mode === 'buy') await makeBuyer(run, id);
    await app.db.query('UPDATE tasks SET max_retries = $2 WHERE id = $1', [id, maxRetries]);
    return new Run(run, [owner, second], id);
  }
}

/** One task, with the API calls for every action on it. */
export class Run {
  readonly leases: LeaseDto[] = [];
  private seats = 0;

  constructor(
    readonly work: Work,
    private readonly people: readonly string[],
    readonly taskId: number,
  ) {}

  /** Performs an action. The model only chooses the holds. A response that no action can have is an error. */
  do(act: Act, model: TaskModel, { hold_ids, ticket_ids }: StoredIds): Promise<ResultCode> {
    const ids = (which: Which) => indexesOf(model.holds, which).flatMap((index) => hold_ids[index] ?? []);
    switch (act.by) {
      case 'person':
        if (act.does === 'reverse')
          return this.reverse(
            act,
            recordedOf(model.holds, act.which).flatMap((index) => ticket_ids[index] ?? []),
          );
        return this.person(act, ids);
      case 'worker':
        return this.worker(act, ids);
      case 'time':
        return this.time(act, ids).then(() => 'OK');
    }
  }

  private async reverse({ who }: PersonAct, ticket_ids: number[]): Promise<ResultCode> {
    const body = { ticket_ids, reason: 'Not paid' };
    return resultOf(
      await this.work.app.http('POST', '/api/purchases/reverse', { token: this.people[who], body }),
    );
  }

  private async person(
    act: Exclude<PersonAct, { does: 'reverse' }>,
    ids: (which: Which) => number[],
  ): Promise<ResultCode> {
    const { logins, siteId, guid } = this.work;
    const call = (method: string, path: string, body?: unknown) =>
      this.work.app.http<{ code?: string }>(method, path, { token: this.people[act.who], body });
    const bought = { loginId: logins[0], siteId, eventGuid: guid };
    switch (act.does) {
      case 'command':
        if (act.bulk) return this.bulk(act);
        return resultOf(
          await call(
            'POST',
            `/api/tasks/${this.taskId}/${act.command}`,
            act.command === 'start' ? { now: act.now } : undefined,
          ),
        );
      case 'mark_bought':
        return resultOf(await call('POST', '/api/tasks/bought', bought));
      case 'buy_held':
        return resultOf(await call('POST', '/api/purchases', bought));
      case 'confirm':
        return resultOf(
          await call('POST', '/api/carted-tickets/confirm', { ticket_ids: ids(act.which), late: act.late }),
        );
      case 'remove':
        return resultOf(await call('DELETE', `/api/carted-tickets/${ids(act.which)[0]}`));
      case 'reschedule':
        return resultOf(
          await call('PATCH', `/api/tasks/${this.taskId}`, {
            scheduled_at: act.ahead ? inMinutes(60) : null,
          }),
        );
    }
  }

  private async bulk({ who, command }: Extract<PersonAct, { does: 'command' }>): Promise<ResultCode> {
    const response = await this.work.app.http<{ results: { result: string }[] }>('POST', '/api/tasks/bulk', {
      token: this.people[who],
      body: { command, ids: [this.taskId] },
    });
    const result = response.body.results[0]?.result;
    return result === 'done' || result === 'already' ? 'OK' : (result as ResultCode);
  }

  private async worker(act: WorkerAct, ids: (which: Which) => number[]): Promise<ResultCode> {
    if (act.does === 'lease') {
      const given = await lease(this.work);
      this.leases.push(...given);
      if (given.some(({ task }) => task.id !== this.taskId)) throw new Error("Another run's task was leased");
      return given.length > 0 ? 'LEASED' : 'NONE';
    }
    const call = async (name: string, body?: unknown) =>
      resultOf(await under<{ code?: string }>(this.work, this.leases.at(-1)?.lease_id ?? '', name, body));
    switch (act.does) {
      case 'heartbeat':
      case 'release':
        return call(act.does);
      case 'report':
        return call('report', { status: act.status });
      case 'hold':
        return call('hold', {
          seats: Array.from({ length: act.seats }, () => seat((this.seats += 1))),
          expires_at: inMinutes(30),
          basket: 'https://tickets.example/basket/1',
        });
      case 'pay':
        return call('purchase', { tickets: ids(act.which).map((hold_id) => ({ hold_id })) });
      case 'fail':
        return call('fail', { message: 'No luck', retry_after_s: act.retryAfter });
    }
  }

  private async time(act: TimeAct, ids: (which: Which) => number[]): Promise<void> {
    const { db } = this.work.app;
    const past = "now() - interval '1 second'";
    switch (act.does) {
      case 'lease_over':
        await db.query(`UPDATE tasks SET lease_expires_at = ${past} WHERE id = $1 AND lease_id IS NOT NULL`, [
          this.taskId,
        ]);
        return;
      case 'lapse':
        await db.query(
          `UPDATE holds SET expires_at = ${past}
           WHERE id = ANY ($1) AND status IN ('held', 'confirmed') AND expires_at > now()`,
          [ids(act.which)],
        );
        return;
      case 'grow_old':
        await db.query(
          `UPDATE holds SET expires_at = now() - interval '11 minutes' WHERE task_id = $1 AND expires_at <= now()`,
          [this.taskId],
        );
        return;
      case 'due':
        await db.query(
          // For longer than it is left to workers.
          `UPDATE tasks SET scheduled_at = now() - interval '6 seconds',
             ready_at = CASE WHEN status = 'scheduled' AND ready_at IS NOT NULL THEN now() - interval '6 seconds' ELSE ready_at END
           WHERE id = $1 AND scheduled_at > now()`,
          [this.taskId],
        );
        return;
      case 'backoff_over':
        await skipBackoff(this.work, this.taskId);
        return;
      case 'sweep':
        await sweep(this.work.app);
    }
  }

  /** The task, its holds and its tickets, read in one query that bypasses row-level security. */
  async readStored(): Promise<StoredTask & StoredIds> {
    const { rows } = await this.work.app.db.query<StoredTask & StoredIds>(
      `SELECT t.status, t.paused, t.lease_id IS NOT NULL AS leased, t.retry_count, t.requeued_after_lapse AS requeued,
         t.lease_id, coalesce(t.next_attempt_at > now(), false) AS backs_off, t.finished_at IS NOT NULL AS finished,
         coalesce(t.scheduled_at > now(), false) AS ahead,
         coalesce(h.ids, '{}') AS hold_ids, coalesce(h.tickets, '{}') AS ticket_ids, coalesce(h.statuses, '{}') AS holds,
         (SELECT count(*)::int FROM tickets k WHERE k.task_id = t.id AND k.reversed_at IS NULL) AS tickets,
         (SELECT count(*)::int FROM tasks o WHERE o.realm_id = t.realm_id AND o.unfinished AND o.deleted_at IS NULL) AS unfinished,
         (SELECT r.active_tasks FROM realms r WHERE r.id = t.realm_id) AS counted
       FROM tasks t LEFT JOIN LATERAL (
         SELECT array_agg(o.id ORDER BY o.id) AS ids, array_agg(o.status ORDER BY o.id) AS statuses,
           array_agg(k.id ORDER BY o.id) AS tickets
         FROM holds o LEFT JOIN tickets k ON k.hold_id = o.id WHERE o.task_id = t.id) h
         ON true
       WHERE t.id = $1`,
      [this.taskId],
    );
    return defined(rows[0]);
  }

  /** The task's timeline, oldest entry first. */
  async timeline(): Promise<
    { what: string; from: StoredTask['status'] | null; to: StoredTask['status'] | null }[]
  > {
    const { rows } = await this.work.app.db.query<{
      what: string;
      from: StoredTask['status'];
      to: StoredTask['status'];
    }>(
      'SELECT what, from_status AS "from", to_status AS "to" FROM task_events WHERE task_id = $1 ORDER BY id',
      [this.taskId],
    );
    return rows;
  }

  /** Removes the task, so that the next run's worker finds only its own. */
  async end(): Promise<void> {
    const { db } = this.work.app;
    await db.query(
      `UPDATE tasks SET status = 'stopped', paused = false, lease_id = NULL, lease_expires_at = NULL, leased_by = NULL,
         ready_at = NULL, deleted_at = now() WHERE id = $1`,
      [this.taskId],
    );
  }
}

/** The code of a response. A server error fails the test. */
function resultOf({ status, body }: Answer<{ code?: string } | null>): ResultCode {
  if (status < 300) return 'OK';
  if (status === 409 && body?.code) return body.code as ResultCode;
  throw new Error(`An action returned ${status}: ${JSON.stringify(body)}`);
}
