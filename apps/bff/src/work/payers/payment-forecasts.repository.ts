import { Injectable } from '@nestjs/common';
import { liveHoldSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import { isPayableSql } from './payable-seats';
import type { PayersKey } from './payers.repository';
import type { HeldBasket } from './payment-forecast';

/** What is known of how baskets come and how long they last. */
export interface BasketFacts {
  now: Date;
  waiting: number;
  slots: number | null;
  hold_s: number;
  lasts_s: number;
}

/** The tasks of a job, or of none, that will bring baskets: as lists with an entry for each. */
export interface ComingRow {
  job_id: number | null;
  name: string | null;
  starts: number[];
  seats: number[];
  indexes: number[];
  lasts: boolean[];
  room: number | null;
  /** When its first task starts, if none has started yet. */
  first_s: number | null;
  delay: number;
  price_levels: unknown;
}

/** Seconds in which a task gets seats, and that a basket lasts, while nothing is known of the event and its site. */
const DEFAULT_HOLD_S = 15;
const DEFAULT_LASTS_S = 600;
/** A median is of the last `LAST` values, if there are at least `LEAST`. */
const LAST = 200;
const LEAST = 3;
const KNOWN_DAYS = 90;

const median = (value: string, from: string): string =>
  `(SELECT CASE WHEN count(*) >= ${LEAST} THEN percentile_cont(0.5) WITHIN GROUP (ORDER BY ${value}) END FROM ${from})`;

/** SQL of seconds from now to an instant. */
const secondsTo = (at: string): string => `extract(epoch FROM ${at} - now())::float8`;

/** Reads what forecasts are made from. Every statement names the realm, as these transactions see all of them. */
@Injectable()
export class PaymentForecastsRepository {
  /** The baskets that people pay, each with who pays it now. */
  listHeld(tx: Tx, { realm, event }: PayersKey): Promise<HeldBasket[]> {
    return tx.query<HeldBasket>(
      `SELECT least(0, ${secondsTo('min(h.created_at)')}) AS at_s, ${secondsTo('min(h.expires_at)')} AS expires_s,
         t.requeued_after_lapse OR t.status <> 'carted' AS is_last, c.user_id AS claimed_by,
         ${secondsTo('c.claimed_at')} AS claimed_s
       FROM holds h JOIN tasks t ON t.realm_id = h.realm_id AND t.id = h.task_id
       LEFT JOIN pay_claims c ON c.realm_id = t.realm_id AND c.id = t.id AND c.expires_at > now()
       WHERE h.realm_id = $1 AND h.event_id = $2 AND ${isPayableSql('h', 't')}
       GROUP BY t.id, c.id ORDER BY 2, t.id`,
      [realm, event],
    );
  }

  /** The tasks that hold and have not begun, or run without seats, by job. Drafts aren't among them. */
  listComing(tx: Tx, { realm, event }: PayersKey): Promise<ComingRow[]> {
    return tx.query<ComingRow>(
      `SELECT g.job_id, j.name, g.starts, g.seats, g.indexes, g.lasts,
         CASE WHEN j.seats_target IS NOT NULL THEN greatest(0, j.seats_target - c.won - c.held) END AS room,
         CASE WHEN c.begun = 0 THEN coalesce(${secondsTo('j.scheduled_at')}, 0) END AS first_s,
         coalesce((j.config ->> 'launch_delay')::int, 0) AS delay, j.config -> 'price_levels' AS price_levels
       FROM (
         SELECT t.job_id, array_agg(s.start_s ORDER BY t.id) AS starts, array_agg(t.seats_to_set ORDER BY t.id) AS seats,
           array_agg(coalesce(t.job_index, 0) ORDER BY t.id) AS indexes, array_agg(t.requeued_after_lapse ORDER BY t.id) AS lasts
         FROM tasks t CROSS JOIN LATERAL (SELECT CASE t.status WHEN 'scheduled' THEN greatest(0, ${secondsTo('t.scheduled_at')})
           WHEN 'queued' THEN greatest(0, coalesce(${secondsTo('t.ready_at')}, 0))
           -- A first try that runs has begun before.
           ELSE CASE WHEN t.retry_count = 0 AND NOT t.requeued_after_lapse THEN coalesce(${secondsTo('t.first_started_at')}, 0) ELSE 0 END
           END AS start_s) s
         WHERE t.realm_id = $1 AND t.event_id = $2 AND t.deleted_at IS NULL AND t.mode = 'hold' AND NOT t.paused
           AND NOT t.payment_check AND t.status IN ('scheduled', 'queued', 'running')
         GROUP BY t.job_id) g
       LEFT JOIN jobs j ON j.realm_id = $1 AND j.id = g.job_id
       LEFT JOIN LATERAL (
         SELECT coalesce(sum(n.total) FILTER (WHERE n.counted = 'ticket'), 0)::int AS won,
           coalesce(sum(n.total) FILTER (WHERE n.counted NOT IN ('ticket', 'idle', 'scheduled')), 0)::int AS begun,
           (SELECT count(*)::int FROM holds h WHERE h.realm_id = j.realm_id AND h.job_id = j.id AND ${liveHoldSql('h')}) AS held
         FROM job_counts n WHERE n.realm_id = j.realm_id AND n.job_id = j.id) c ON true
       ORDER BY g.job_id`,
      [realm, event],
    );
  }

  /**
   * How fast tasks get seats and how long baskets last: of this event, else of the last rehearsal, and of the site. What is known
   * of a rehearsal's are those of the same scenario.
   */
  async readFacts(tx: Tx, { realm, event }: PayersKey, templateId: number | null): Promise<BasketFacts> {
    const [facts] = await tx.query<BasketFacts>(
      `WITH e AS (SELECT id, site_id FROM events WHERE id = $2),
       own AS (SELECT q.realm_id, q.scenario, q.event_id FROM rehearsals q WHERE q.rehearsal_realm_id = $1),
       recent AS MATERIALIZED (
         SELECT extract(epoch FROM h.at - t.first_started_at) AS took, extract(epoch FROM h.expires_at - h.at) AS lasted
         FROM (SELECT id, realm_id, first_started_at FROM tasks
           WHERE realm_id = $1 AND event_id = $2 AND first_started_at IS NOT NULL ORDER BY first_started_at DESC LIMIT ${LAST}) t
         CROSS JOIN LATERAL (SELECT min(h.created_at) AS at, (array_agg(h.expires_at ORDER BY h.id))[1] AS expires_at
           FROM holds h WHERE h.realm_id = t.realm_id AND h.task_id = t.id) h WHERE h.at IS NOT NULL)
       SELECT now() AS now,
         (SELECT count(*)::int FROM tasks t WHERE t.realm_id = $1 AND t.event_id = $2 AND t.status = 'waiting_room'
            AND t.mode = 'hold' AND t.deleted_at IS NULL) AS waiting,
         (SELECT CASE WHEN w.serving - w.draining > 0 THEN greatest(1, w.room + (SELECT count(*)::int FROM tasks t
            WHERE t.realm_id = $1 AND t.event_id = $2 AND t.status IN ('running', 'waiting_room'))) END
          FROM e CROSS JOIN LATERAL workers_for(e.site_id, $1) w) AS slots,
         coalesce(${median('took', 'recent')},
           (SELECT (q.report ->> 'hold_p50_s')::float8 FROM rehearsals q
            WHERE q.realm_id = coalesce((SELECT realm_id FROM own), $1) AND q.report ->> 'hold_p50_s' IS NOT NULL
              AND (q.event_id = coalesce((SELECT event_id FROM own), $2) OR q.template_id = $3)
            ORDER BY q.finished_at DESC LIMIT 1), ${DEFAULT_HOLD_S})::float8 AS hold_s,
         coalesce(${median('lasted', 'recent')},
           ${median(
             'extract(epoch FROM h.expires_at - h.created_at)',
             `(SELECT h.expires_at, h.created_at FROM holds h
               WHERE h.realm_id = ANY (ARRAY(SELECT q.rehearsal_realm_id FROM rehearsals q JOIN own ON own.realm_id = q.realm_id
                   AND own.scenario = q.scenario UNION ALL SELECT $1))
                 AND h.site_id = (SELECT site_id FROM e) AND h.created_at > now() - interval '${KNOWN_DAYS} days'
               ORDER BY h.created_at DESC LIMIT ${LAST}) h`,
           )}, ${DEFAULT_LASTS_S})::float8 AS lasts_s`,
      [realm, event, templateId],
    );
    if (!facts) throw new Error('A SELECT without FROM has one row');
    return facts;
  }
}
