import { Injectable } from '@nestjs/common';
import type { TaskStatus } from '@tessera/domain';
import { wantedSeatsSql } from '../../catalogue';
import { expiredHoldSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import { timelineOf } from '../../work';
import { failedAttemptCodes, type FailureKind, failureKindSql } from './failure-kinds';
import { ofRoom, type RoomKey } from './on-sale.repository';

/** The period of a history, in steps. */
export interface Period {
  from: string;
  to: string;
  step: number;
}

/** Tasks that changed their status within a step. Steps are counted from 1; one past the last is later. */
export interface StatusChange {
  step: number;
  from_status: TaskStatus | null;
  to_status: TaskStatus;
  tasks: number;
  seats: number;
}

/** Tasks in a status now, and the seats that they try for. */
export interface StatusCount {
  status: TaskStatus;
  tasks: number;
  seats: number;
}

/** What became of seats within a step. */
export interface SeatChange {
  step: number;
  held: number;
  lapsed: number;
  won: number;
  /** The price of the seats that were held and of those that were won, in the currency of the site. */
  due: number;
  spent: number;
}

/** Waiting places at the end of a step, and the smallest position reported in it. */
export interface WaitingChange {
  step: number;
  waiting: number;
  best: number | null;
}

/** Seats that became wanted within a step. */
export interface PlannedSeats {
  step: number;
  seats: number;
}

/** Failed attempts of one kind within a step. */
export interface FailureCount {
  step: number;
  kind: FailureKind;
  count: number;
}

/** What limits the period that is shown by default. */
export interface SaleTimes {
  now: Date;
  on_sale_at: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
  unfinished: boolean;
}

/**
 * SQL of the step that an instant is in (`$3` start, `$4` seconds of a step, `$5` number of steps): 0 before the period,
 * one past the last after it.
 */
const stepOf = (at: string): string =>
  `least(greatest(0, floor(extract(epoch FROM ${at} - $3::timestamptz) / $4::int)::int + 1), $5::int + 1)`;

/** SQL of a row's price; 0 where it is unknown or in another currency than the site's. */
const inSiteCurrency = (alias: string): string =>
  `CASE WHEN ${alias}.currency = (SELECT s.currency FROM events e JOIN sites s ON s.id = e.site_id WHERE e.id = $1)
    THEN coalesce(${alias}.price, 0) ELSE 0 END`;

/** Reads what happened at an event from the timelines of its tasks, seats and waiting places. */
@Injectable()
export class OnSaleHistoryRepository {
  async readTimes(tx: Tx, { eventId, realm }: RoomKey): Promise<SaleTimes | undefined> {
    const [times] = await tx.query<SaleTimes>(
      `SELECT now() AS now, e.on_sale_at, t.started_at, t.finished_at, t.unfinished
       FROM events e, LATERAL (
         SELECT min(t.first_started_at) AS started_at, max(t.finished_at) AS finished_at,
           coalesce(bool_or(t.unfinished), false) AS unfinished
         FROM tasks t WHERE ${ofRoom('t')} AND t.deleted_at IS NULL) t
       WHERE e.id = $1 AND e.deleted_at IS NULL`,
      [eventId, realm],
    );
    return times;
  }

  countNow(tx: Tx, { eventId, realm }: RoomKey): Promise<StatusCount[]> {
    return tx.query<StatusCount>(
      `SELECT status, count(*)::int AS tasks, sum(seats_to_set)::int AS seats
       FROM tasks t WHERE ${ofRoom('t')} AND deleted_at IS NULL GROUP BY status`,
      [eventId, realm],
    );
  }

  /** Changes since the start of the period, those after its end as one step. */
  readChanges(tx: Tx, key: RoomKey, period: Period): Promise<StatusChange[]> {
    return tx.query<StatusChange>(
      `SELECT ${stepOf('e.at')} AS step, e.from_status, e.to_status, count(*)::int AS tasks, sum(t.seats_to_set)::int AS seats
       FROM tasks t CROSS JOIN ${timelineOf('t', '$3')} e
       WHERE ${ofRoom('t')} AND t.deleted_at IS NULL AND e.to_status IS DISTINCT FROM e.from_status
         AND e.to_status IS NOT NULL
       GROUP BY 1, 2, 3`,
      this.paramsOf(key, period),
    );
  }

  /** Seats that jobs, and tasks without one, are for, by the step in which these were created. */
  readPlanned(tx: Tx, key: RoomKey, period: Period): Promise<PlannedSeats[]> {
    return tx.query<PlannedSeats>(
      `SELECT step, sum(seats)::int AS seats FROM (
         SELECT ${stepOf('min(t.created_at)')} AS step, ${wantedSeatsSql('sum(t.seats_to_set)')} AS seats
         FROM tasks t LEFT JOIN jobs j ON j.realm_id = t.realm_id AND j.id = t.job_id
         WHERE ${ofRoom('t')} AND t.deleted_at IS NULL
         GROUP BY t.realm_id, coalesce(t.job_id, -t.id), j.seats_target, j.seats_planned) planned
       GROUP BY step`,
      this.paramsOf(key, period),
    );
  }

  /** Seats that were held, released by any end, expired and won; those before the period are step 0. */
  readSeats(tx: Tx, key: RoomKey, period: Period): Promise<SeatChange[]> {
    return tx.query<SeatChange>(
      `WITH h AS MATERIALIZED (
         SELECT h.created_at AS opened, ${inSiteCurrency('h')} AS price,
           CASE WHEN h.status = 'confirmed' THEN least(h.confirmed_at, h.expires_at)
             WHEN h.status = 'expired' OR ${expiredHoldSql('h')} THEN h.expires_at
             WHEN h.status <> 'held' THEN h.updated_at END AS closed,
           h.status = 'expired' OR ${expiredHoldSql('h')} AS lapsed
         FROM holds h WHERE ${ofRoom('h')}),
       c AS (
         SELECT ${stepOf('opened')} AS step, 1 AS held, 0 AS lapsed, 0 AS won, price AS due, 0 AS spent FROM h
         UNION ALL
         SELECT ${stepOf('greatest(opened, closed)')}, -1, lapsed::int, 0, -price, 0 FROM h WHERE closed IS NOT NULL
         UNION ALL
         SELECT ${stepOf('k.created_at')}, 0, 0, 1, 0, ${inSiteCurrency('k')} FROM tickets k
         WHERE ${ofRoom('k')} AND k.deleted_at IS NULL)
       SELECT step, sum(held)::int AS held, sum(lapsed)::int AS lapsed, sum(won)::int AS won, sum(due)::float8 AS due,
         sum(spent)::float8 AS spent
       FROM c
       WHERE step <= $5::int GROUP BY step`,
      this.paramsOf(key, period),
    );
  }

  /** A link waits from a step that says so to its next step, a task without a link while it is in a waiting room. */
  readWaiting(tx: Tx, key: RoomKey, period: Period): Promise<WaitingChange[]> {
    return tx.query<WaitingChange>(
      `WITH s AS (
         SELECT s.at, s.position, s.status IN ('prequeue', 'waiting') AS waits,
           coalesce(lag(s.status IN ('prequeue', 'waiting')) OVER (PARTITION BY s.link_id ORDER BY s.id), false) AS waited
         FROM queue_links q JOIN queue_link_steps s ON s.realm_id = q.realm_id AND s.link_id = q.id
         WHERE ${ofRoom('q')} AND q.deleted_at IS NULL),
       t AS MATERIALIZED (
         SELECT t.realm_id, t.id FROM tasks t WHERE ${ofRoom('t')} AND t.deleted_at IS NULL
           AND NOT EXISTS (SELECT FROM queue_link_tasks a WHERE a.realm_id = t.realm_id AND a.task_id = t.id)),
       c AS (
         SELECT ${stepOf('at')} AS step, waits::int - waited::int AS waiting, CASE WHEN waits THEN position END AS position FROM s
         UNION ALL
         SELECT ${stepOf('e.at')}, CASE e.to_status WHEN 'waiting_room' THEN 1 ELSE -1 END, NULL
         FROM t CROSS JOIN LATERAL (
           SELECT e.at, e.to_status FROM task_events e WHERE e.realm_id = t.realm_id AND e.task_id = t.id
             AND e.to_status IS DISTINCT FROM e.from_status AND 'waiting_room' IN (e.from_status, e.to_status) OFFSET 0) e
         UNION ALL
         SELECT ${stepOf('p.at')}, 0, p.position FROM t CROSS JOIN LATERAL (
           SELECT p.at, p.position FROM task_positions p WHERE p.realm_id = t.realm_id AND p.task_id = t.id OFFSET 0) p)
       SELECT step, sum(waiting)::int AS waiting, min(position) AS best FROM c WHERE step <= $5::int GROUP BY step`,
      this.paramsOf(key, period),
    );
  }

  readFailures(tx: Tx, key: RoomKey, period: Period): Promise<FailureCount[]> {
    return tx.query<FailureCount>(
      `SELECT ${stepOf('e.at')} AS step, ${failureKindSql('e.reason', 'e.message')} AS kind, count(*)::int AS count
       FROM tasks t CROSS JOIN ${timelineOf('t', '$3')} e
       WHERE ${ofRoom('t')} AND t.deleted_at IS NULL AND e.at < $3::timestamptz + make_interval(secs => $4::int * $5::int)
         AND e.reason ->> 'code' IN (${failedAttemptCodes})
       GROUP BY 1, 2 ORDER BY 1, 2`,
      this.paramsOf(key, period),
    );
  }

  private paramsOf({ eventId, realm }: RoomKey, { from, to, step }: Period): unknown[] {
    return [eventId, realm, from, step, Math.ceil((Date.parse(to) - Date.parse(from)) / (step * 1000))];
  }
}
