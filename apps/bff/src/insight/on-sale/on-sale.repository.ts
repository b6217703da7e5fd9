import { Injectable } from '@nestjs/common';
import { failedStatuses, unfinishedStatuses } from '@tessera/domain';
import { type PlannedCosts, type SeatBalance, seatBalanceSql } from '../../catalogue';
import { loginName, siteName } from '../../platform/database/display-names';
import { expiredHoldSql, liveHoldSql, spentSeatSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import { ownRealm, type Scope } from '../../platform/realm-scope/scope';
import { forecastOf, type OpenSeats, openSeatsSql, plannedCostsSql, reasonTextSql } from '../../work';
import { failedAttemptCodes, failureKindSql } from './failure-kinds';
import type {
  OnSaleBasket,
  OnSaleBaskets,
  OnSaleDto,
  OnSaleEvent,
  OnSaleFailure,
  OnSaleJob,
  OnSaleMoney,
  OnSaleQuery,
  OnSaleTotal,
  OnSaleWaiting,
  OnSaleWorkers,
} from './on-sale.dto';

/** What one read of the event's tasks returns. */
type TaskFigures = Pick<OnSaleDto, 'counts' | 'tasks' | 'paused' | 'next_start_at' | 'started_at'> & {
  in_progress: number;
  busy: number;
  queue_age_s: number | null;
};

/** An event of a realm, or of all realms that the transaction sees. */
export interface RoomKey {
  eventId: number;
  realm: number | null;
}

/** The caller's realm, or for administrators the requested one or all of them. */
export const roomKey = (scope: Scope, eventId: number, { realm_id }: OnSaleQuery): RoomKey => ({
  eventId,
  realm: realm_id === undefined || scope.kind === 'all' ? (realm_id ?? null) : ownRealm(scope, realm_id),
});

const BASKETS = 40;
const FAILURE_GROUPS = 20;
const JOBS = 50;

const unfinished = unfinishedStatuses.map((status) => `'${status}'`).join(', ');
const failed = failedStatuses.map((status) => `'${status}'`).join(', ');
/** SQL of the statuses whose seats are on their way. */
const inProgressStatuses = "'queued', 'running', 'waiting_room'";
/** SQL of the event's rows of a table (`$1` event, `$2` realm or null). */
export const ofRoom = (alias: string): string =>
  `${alias}.event_id = $1 AND ($2::int IS NULL OR ${alias}.realm_id = $2)`;
const hasFailed = `(t.status IN (${failed}) OR t.status = 'queued' AND t.status_reason ->> 'code' IN (${failedAttemptCodes}))`;
const paramsOf = ({ eventId, realm }: RoomKey): unknown[] => [eventId, realm];

function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (!row) throw new Error('An aggregate returns a row');
  return row;
}

/** Reads what the on-sale room shows now. Each figure is one statement over the rows of the event. */
@Injectable()
export class OnSaleRepository {
  async findEvent(tx: Tx, eventId: number): Promise<(OnSaleEvent & Pick<OnSaleDto, 'at'>) | undefined> {
    const [event] = await tx.query<OnSaleEvent & Pick<OnSaleDto, 'at'>>(
      `SELECT e.id, e.name, e.guid, e.site_id, ${siteName('s')} AS site_name, s.currency, e.status, e.on_sale_at, e.ko::float8 AS ko,
         now() AS at
       FROM events e JOIN sites s ON s.id = e.site_id WHERE e.id = $1 AND e.deleted_at IS NULL`,
      [eventId],
    );
    return event;
  }

  async readTasks(tx: Tx, key: RoomKey): Promise<TaskFigures> {
    return only(
      await tx.query<TaskFigures>(
        `WITH g AS MATERIALIZED (
           SELECT status, count(*)::int AS n, sum(seats_to_set)::int AS seats,
             count(*) FILTER (WHERE paused)::int AS paused, count(lease_id)::int AS leased,
             min(scheduled_at) FILTER (WHERE status = 'scheduled') AS next_start_at, min(first_started_at) AS started_at,
             min(greatest(coalesce(next_attempt_at, updated_at), updated_at))
               FILTER (WHERE status = 'queued' AND NOT paused AND coalesce(next_attempt_at <= now(), true)) AS queued_since
           FROM tasks t WHERE ${ofRoom('t')} AND deleted_at IS NULL GROUP BY 1)
         SELECT (SELECT coalesce(jsonb_object_agg(status, n), '{}') FROM g) AS counts,
           coalesce(sum(n), 0)::int AS tasks, coalesce(sum(paused), 0)::int AS paused,
           coalesce(sum(leased), 0)::int AS busy, min(next_start_at) AS next_start_at, min(started_at) AS started_at,
           coalesce(sum(seats) FILTER (WHERE status IN (${inProgressStatuses})), 0)::int AS in_progress,
           floor(extract(epoch FROM now() - min(queued_since)))::int AS queue_age_s
         FROM g`,
        paramsOf(key),
      ),
    );
  }

  async readSeats(tx: Tx, key: RoomKey): Promise<SeatBalance> {
    return only(await tx.query<SeatBalance>(seatBalanceSql(ofRoom), paramsOf(key)));
  }

  /** Seats whose holds expired unpaid. */
  async countExpired(tx: Tx, key: RoomKey): Promise<{ lapsed: number }> {
    return only(
      await tx.query<{ lapsed: number }>(
        `SELECT count(*)::int AS lapsed FROM holds h
         WHERE ${ofRoom('h')} AND (status = 'expired' OR ${expiredHoldSql('h')})`,
        paramsOf(key),
      ),
    );
  }

  /** The next baskets, whose names alone are read, and the figures of all. */
  async readBaskets(tx: Tx, key: RoomKey): Promise<OnSaleBaskets> {
    const rows = await tx.query<OnSaleBasket & { baskets: number; all_seats: number }>(
      `WITH b AS (
         SELECT min(h.id) AS id, h.realm_id, h.task_id, h.login_id, count(*)::int AS seats, min(h.area) AS area,
           CASE WHEN count(h.price) = count(*) THEN sum(h.price)::float8 END AS total,
           CASE WHEN count(DISTINCT h.currency) = 1 THEN min(h.currency) END AS currency, min(h.expires_at) AS expires_at
         FROM holds h WHERE ${ofRoom('h')} AND ${liveHoldSql('h')}
         GROUP BY h.realm_id, h.task_id, h.login_id),
       n AS MATERIALIZED (
         SELECT b.*, (count(*) OVER ())::int AS baskets, (sum(seats) OVER ())::int AS all_seats
         FROM b ORDER BY expires_at, id LIMIT ${BASKETS})
       SELECT n.*, t.name AS task_name, ${loginName('l')} AS login_name
       FROM n JOIN logins l ON l.realm_id = n.realm_id AND l.id = n.login_id
       LEFT JOIN tasks t ON t.realm_id = n.realm_id AND t.id = n.task_id
       ORDER BY n.expires_at, n.id`,
      paramsOf(key),
    );
    const next = rows.map(({ baskets: _baskets, all_seats: _seats, ...basket }) => basket);
    return { count: rows[0]?.baskets ?? 0, seats: rows[0]?.all_seats ?? 0, next };
  }

  /** Groups by what the worker said, without the number of the retry. */
  readFailures(tx: Tx, key: RoomKey): Promise<OnSaleFailure[]> {
    return tx.query<OnSaleFailure>(
      `SELECT text, min(kind) AS kind, count(*) FILTER (WHERE status <> 'queued')::int AS failed,
         count(*) FILTER (WHERE status = 'queued')::int AS retrying, max(updated_at) AS last_at
       FROM (SELECT t.status, t.updated_at, ${reasonTextSql('t.status_reason', 't.status_message')} AS text,
               ${failureKindSql('t.status_reason', 't.status_message')} AS kind
             FROM tasks t WHERE ${ofRoom('t')} AND t.deleted_at IS NULL AND ${hasFailed}) f
       GROUP BY text ORDER BY count(*) DESC, text LIMIT ${FAILURE_GROUPS}`,
      paramsOf(key),
    );
  }

  /**
   * Places are the live links, and the tasks in a waiting room that no link serves. The pace is measured over the last five
   * minutes, from those whose position is known twice.
   */
  async readWaiting(tx: Tx, key: RoomKey): Promise<OnSaleWaiting> {
    const waits = "q.status IN ('prequeue', 'waiting')";
    return only(
      await tx.query<OnSaleWaiting>(
        `WITH live AS MATERIALIZED (
           SELECT q.realm_id, q.id, q.status, q.position FROM queue_links q
           WHERE ${ofRoom('q')} AND q.deleted_at IS NULL AND q.status IN ('prequeue', 'waiting', 'your_turn', 'entered')),
         q AS (
           SELECT 'link' AS kind, * FROM live
           UNION ALL
           SELECT 'task', t.realm_id, t.id, 'waiting', t.queue_it_event_position FROM tasks t
           WHERE ${ofRoom('t')} AND t.status = 'waiting_room' AND t.deleted_at IS NULL AND NOT EXISTS (
             SELECT FROM queue_link_tasks a JOIN live ON live.id = a.link_id
             WHERE a.realm_id = t.realm_id AND a.task_id = t.id))
         SELECT count(*) FILTER (WHERE ${waits})::int AS places,
           count(*) FILTER (WHERE q.status IN ('your_turn', 'entered'))::int AS admitted,
           min(q.position) FILTER (WHERE ${waits}) AS best,
           (percentile_disc(0.5) WITHIN GROUP (ORDER BY q.position) FILTER (WHERE ${waits}))::int AS median,
           round((avg((s.position - q.position) / s.age * 60) FILTER (WHERE q.status = 'waiting' AND s.age >= 5))::numeric, 1)::float8
             AS pace
         FROM q LEFT JOIN LATERAL (
           (SELECT s.position, extract(epoch FROM now() - s.at) AS age FROM queue_link_steps s
            WHERE q.kind = 'link' AND s.realm_id = q.realm_id AND s.link_id = q.id AND s.position IS NOT NULL
              AND s.at > now() - interval '5 minutes'
            ORDER BY s.id LIMIT 1)
           UNION ALL
           (SELECT p.position, extract(epoch FROM now() - p.at) FROM task_positions p
            WHERE q.kind = 'task' AND p.realm_id = q.realm_id AND p.task_id = q.id AND p.at > now() - interval '5 minutes'
            ORDER BY p.slot LIMIT 1)) s ON true`,
        paramsOf(key),
      ),
    );
  }

  async readWorkers(
    tx: Tx,
    siteId: number,
    realm: number | null,
  ): Promise<Omit<OnSaleWorkers, 'busy' | 'queue_age_s'>> {
    return only(
      await tx.query<Omit<OnSaleWorkers, 'busy' | 'queue_age_s'>>(
        'SELECT connected, serving, draining, room AS free FROM workers_for($1, $2)',
        [siteId, realm],
      ),
    );
  }

  async readMoney(tx: Tx, key: RoomKey): Promise<OnSaleMoney> {
    const sums = `currency, count(*)::int AS seats, coalesce(sum(price), 0)::float8 AS total`;
    const spent = await tx.query<OnSaleTotal>(
      `SELECT ${sums} FROM tickets k WHERE ${ofRoom('k')} AND ${spentSeatSql('k')} GROUP BY currency ORDER BY 2 DESC, 1`,
      paramsOf(key),
    );
    const held = await tx.query<OnSaleTotal>(
      `SELECT ${sums} FROM holds h WHERE ${ofRoom('h')} AND ${liveHoldSql('h')}
       GROUP BY currency ORDER BY 2 DESC, 1`,
      paramsOf(key),
    );
    const budgets = await tx.query<{ amount: number; currency: string }>(
      `SELECT amount::float8 AS amount, currency FROM event_budgets b WHERE ${ofRoom('b')} LIMIT 2`,
      paramsOf(key),
    );
    const planned = only(
      await tx.query<PlannedCosts>(
        plannedCostsSql(`FROM jobs j WHERE ${ofRoom('j')} AND j.deleted_at IS NULL AND (
          SELECT sum(c.total) FROM job_counts c
          WHERE c.realm_id = j.realm_id AND c.job_id = j.id AND c.counted IN (${unfinished})) > 0`),
        paramsOf(key),
      ),
    );
    const open = await tx.query<OpenSeats>(openSeatsSql(ofRoom), paramsOf(key));
    const used = [...spent, ...held].map(({ total: amount, currency }) => ({ amount, currency }));
    const [budget] = budgets.length === 1 ? budgets : [];
    const amount = budget?.amount ?? null;
    const currency = budget?.currency ?? null;
    return {
      spent,
      held,
      planned,
      forecast: forecastOf(used, open),
      budget: amount,
      budget_currency: currency,
      ceiling: amount,
      ceiling_currency: currency,
    };
  }

  readJobs(tx: Tx, key: RoomKey): Promise<OnSaleJob[]> {
    return tx.query<OnSaleJob>(
      `SELECT j.id, j.name, j.seats_target AS target, c.won, c.unfinished, c.paused
       FROM jobs j CROSS JOIN LATERAL (
         SELECT coalesce(sum(total) FILTER (WHERE counted = 'ticket'), 0)::int AS won,
           coalesce(sum(total) FILTER (WHERE counted IN (${inProgressStatuses}, 'idle', 'scheduled', 'carted', 'stopping')), 0)::int
             AS unfinished, coalesce(sum(paused), 0)::int AS paused
         FROM job_counts c WHERE c.realm_id = j.realm_id AND c.job_id = j.id) c
       WHERE ${ofRoom('j')} AND j.deleted_at IS NULL
       ORDER BY c.unfinished = 0, j.id DESC LIMIT ${JOBS}`,
      paramsOf(key),
    );
  }
}
