import type { TestApp } from '../app';
import { skipBackoff, sweep } from '../work';
import type { Act, ConfirmAct, PersonAct, TimeAct } from './acts';
import { type Code, type RealmDesk, resultOf, type TaskDesk } from './parties';
import { TicketingSite } from './ticketing-site';
import { Workers } from './workers';

interface HeldSeat {
  id: number;
  seat: number;
  status: string;
  order_key: string;
  known: boolean;
}

/** The context of a question about seats that are recorded or held elsewhere. */
interface Taken {
  records?: { id: number }[];
  held?: unknown[];
  other_realms?: number;
}

/** One run, with calls to the API and to the simulated ticketing site. */
export class Desk {
  readonly site = new TicketingSite();
  readonly workers: Workers;

  constructor(
    readonly app: TestApp,
    private readonly parties: readonly RealmDesk[],
    workers: readonly string[],
    readonly siteId: number,
    readonly eventId: number,
    readonly guid: string,
    readonly limit: number,
    readonly tasks: readonly TaskDesk[],
  ) {
    this.workers = new Workers(app, workers, siteId, this.site);
  }

  /** Each realm with the access token of one of its people. */
  get realms(): { realmId: number; token: string }[] {
    return this.parties.map(({ realmId, tokens }) => ({ realmId, token: tokens[0] ?? '' }));
  }

  /** Performs an action; returns its result, or null when there was nothing to perform it on. */
  async do(act: Act): Promise<string | null> {
    if (act.by === 'time') return this.time(act);
    if (act.by === 'worker') return this.workers.do(act);
    return act.does === 'confirm' ? this.confirm(act) : this.person(act);
  }

  private task(index: number): TaskDesk {
    const found = this.tasks[index % this.tasks.length];
    if (!found) throw new Error('The run has no tasks');
    return found;
  }

  private async call(
    task: TaskDesk,
    who: number,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<string> {
    const token = task.realm.tokens[who % task.realm.tokens.length];
    return resultOf(await this.app.http<Code>(method, `/api${path}`, { token, body }));
  }

  private async person({ who, task: index, does }: PersonAct): Promise<string | null> {
    const task = this.task(index);
    const named = { loginId: task.login_id, siteId: this.siteId, eventGuid: this.guid };
    const call = (method: string, path: string, body?: unknown) => this.call(task, who, method, path, body);
    switch (does) {
      case 'mark_bought':
        return call('POST', '/tasks/bought', named);
      case 'purchase': {
        const held = await this.holdsOf(
          "h.login_id = $1 AND h.status = 'held' AND h.expires_at > now()",
          task.login_id,
        );
        const response = await call('POST', '/purchases', named);
        if (response === 'OK') this.paid(held);
        return response;
      }
      case 'record_falsely':
        return this.recordFalsely(task, who);
      case 'reverse': {
        const [ticket] = await this.falseRecords(task.realm.realmId);
        if (!ticket) return null;
        return call('POST', '/purchases/reverse', { ticket_ids: [ticket.id], reason: 'Not paid' });
      }
      case 'remove':
        if ((await this.holdsOf('h.task_id = $1', task.id)).length === 0) return null;
        return call('DELETE', `/carted-tickets/group/${task.id}/${task.login_id}`);
      case 'close_check': {
        const order = this.site.find(task.order_key);
        // People close a check only when the order is not paid and can no longer be paid.
        if (order?.status === 'held' || order?.status === 'paid') return null;
        return call('POST', `/tasks/${task.id}/payment-checked`);
      }
      default:
        return call('POST', `/tasks/${task.id}/${does}`, does === 'start' ? {} : undefined);
    }
  }

  /** Records live seats as paid that nobody has paid. */
  private async recordFalsely(task: TaskDesk, who: number): Promise<string | null> {
    const held = await this.holdsOf("h.task_id = $1 AND h.status = 'held' AND h.expires_at > now()", task.id);
    if (held.length === 0) return null;
    return this.call(task, who, 'POST', '/carted-tickets/confirm', { ticket_ids: held.map(({ id }) => id) });
  }

  /** The records of a realm, or of all, whose seat the task's order at the site hasn't paid. */
  async falseRecords(realmId: number | null): Promise<{ id: number }[]> {
    const { rows } = await this.app.db.query<{ id: number; seat: number; order_key: string }>(
      `SELECT k.id, k.seat::int AS seat, t.order_key FROM tickets k JOIN tasks t ON t.id = k.task_id
       WHERE k.event_id = $1 AND k.reversed_at IS NULL AND ($2::int IS NULL OR k.realm_id = $2) ORDER BY k.id`,
      [this.eventId, realmId],
    );
    return rows.filter(({ seat, order_key }) => !this.site.isPaid(seat, order_key));
  }

  /**
   * People confirm only true payments, but the console may not know that someone else has an expired seat at the site; a false
   * record of the seat says nothing about that.
   */
  private async confirm({ who, task: index, which, late }: ConfirmAct): Promise<string | null> {
    const task = this.task(index);
    const wrong = new Set((await this.falseRecords(null)).map(({ id }) => id));
    const all = await this.holdsOf(
      "h.task_id = $1 AND h.status IN ('held', 'expired', 'confirmed')",
      task.id,
      [...wrong],
    );
    const named = which === 'all' ? all : all.filter((_, at) => at === which % all.length);
    if (named.length === 0) return null;
    const isLost = ({ status, seat: number, known }: HeldSeat) =>
      status !== 'confirmed' && !known && this.site.isTaken(number, task.order_key);
    if (late && named.some(isLost)) return null;
    const token = task.realm.tokens[who % task.realm.tokens.length];
    const send = (more: object) =>
      this.app.http<Code & { confirmed?: { hold_id: number }[]; context?: Taken }>(
        'POST',
        '/api/carted-tickets/confirm',
        { token, body: { ticket_ids: named.map(({ id }) => id), late, ...more } },
      );
    let response = await send({});
    const taken = response.status === 409 ? response.body.context?.records : undefined;
    if (taken) {
      // Only false records are replaced; other seats are left out.
      const { held = [], other_realms = 0 } = response.body.context ?? {};
      const replace = held.length === 0 && other_realms === 0 && taken.every(({ id }) => wrong.has(id));
      response = await send({ replace });
    }
    const confirmed = response.body.confirmed ?? [];
    this.paid(named.filter(({ id }) => confirmed.some(({ hold_id }) => hold_id === id)));
    return resultOf(response);
  }

  private paid(holds: readonly { order_key: string; seat: number }[]): void {
    for (const [key, group] of Map.groupBy(holds, ({ order_key }) => order_key))
      this.site.paidByPerson(
        key,
        group.map((hold) => hold.seat),
      );
  }

  /** The run's holds (`h`) by a condition, and whether the console knows, by other than `wrong` records, who else has the seat. */
  private async holdsOf(where: string, id: number, wrong: readonly number[] = []): Promise<HeldSeat[]> {
    const { rows } = await this.app.db.query<HeldSeat>(
      `SELECT h.id, h.seat::int AS seat, h.status, t.order_key,
         EXISTS (SELECT FROM holds o WHERE o.event_id = h.event_id AND o.seat = h.seat AND o.id <> h.id
           AND ((o.status = 'held' AND o.expires_at > now()) OR (o.status = 'confirmed'
             AND NOT EXISTS (SELECT FROM tickets k WHERE k.hold_id = o.id AND k.id = ANY ($3))))) AS known
       FROM holds h JOIN tasks t ON t.id = h.task_id WHERE ${where} AND h.event_id = $2 ORDER BY h.id`,
      [id, this.eventId, wrong],
    );
    return rows;
  }

  /** The site and the console share one clock. */
  private async time({ does, task: index }: TimeAct): Promise<string> {
    const { db } = this.app;
    const task = this.task(index);
    const past = "now() - interval '1 second'";
    switch (does) {
      case 'lapse':
        this.site.lapse(task.order_key);
        await db.query(
          `UPDATE holds SET expires_at = ${past}
           WHERE task_id = $1 AND status IN ('held', 'confirmed') AND expires_at > now()`,
          [task.id],
        );
        break;
      case 'grow_old':
        await db.query(
          "UPDATE holds SET expires_at = now() - interval '11 minutes' WHERE task_id = $1 AND expires_at <= now()",
          [task.id],
        );
        break;
      case 'lease_over':
        await db.query(`UPDATE tasks SET lease_expires_at = ${past} WHERE id = $1 AND lease_id IS NOT NULL`, [
          task.id,
        ]);
        await db.query(`UPDATE payment_checks SET lease_expires_at = ${past} WHERE task_id = $1`, [task.id]);
        break;
      case 'backoff_over':
        await skipBackoff({ app: this.app } as never, task.id);
        break;
      case 'check_due':
        await db.query('UPDATE payment_checks SET next_try_at = now() WHERE task_id = $1', [task.id]);
        break;
      case 'sweep':
        await sweep(this.app);
    }
    return 'OK';
  }

  /** Lets all time pass, and settles every payment check as a worker would. */
  async settleAll(): Promise<void> {
    for (let index = 0; index < this.tasks.length; index += 1) {
      await this.person({ by: 'person', who: 0, task: index, does: 'stop' });
      for (const does of ['lapse', 'lease_over', 'check_due'] as const)
        await this.time({ by: 'time', task: index, does });
    }
    await sweep(this.app);
    await this.workers.settleAll();
  }

  /** Removes the run, so that later sweeps have nothing to do for it. */
  async end(): Promise<void> {
    const { db } = this.app;
    await db.query(
      `UPDATE tasks SET status = 'stopped', paused = false, lease_id = NULL, lease_expires_at = NULL, leased_by = NULL,
         ready_at = NULL, deleted_at = now() WHERE event_id = $1`,
      [this.eventId],
    );
    await db.query("UPDATE holds SET status = 'expired' WHERE event_id = $1 AND status = 'held'", [
      this.eventId,
    ]);
  }
}
