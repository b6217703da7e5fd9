import { Injectable } from '@nestjs/common';
import { seatBalanceSql } from '../../catalogue';
import { siteName } from '../../platform/database/display-names';
import { instantJsonSql } from '../../platform/database/instants';
import type { Tx } from '../../platform/database/transactions';
import { checkResults, lastCheckSql } from '../../work';
import type { NextSaleDto } from './dashboard.dto';
import type { SaleSituation } from './next-sales';

/** On-sales that a response lists. */
const MAX_SALES = 5;

/** A rehearsal that is older says little about the on-sale. */
const REHEARSED_DAYS = 30;

/**
 * SQL of the events that go on sale within a week or went on sale within two hours, and for which the realm `$1` has unfinished
 * tasks or a template; null: any realm of the scope.
 */
const SOON = `e.status IN ('announced', 'on_sale') AND e.on_sale_at BETWEEN now() - interval '2 hours' AND now() + interval '7 days'
    AND (w.tasks > 0 OR p.templates > 0)`;

/** SQL of what the last checks of the logins planned for the event `e` found; no row where none was asked for. */
const LOGIN_CHECK = `SELECT json_build_object('planned', count(*),
      'waiting', count(*) FILTER (WHERE c.id IS NOT NULL AND c.ended_at IS NULL),
      ${checkResults
        .map(
          (result) =>
            `'${result}', count(*) FILTER (WHERE c.ended_at IS NOT NULL AND c.result = '${result}')`,
        )
        .join(', ')},
      'checked_at', ${instantJsonSql('max(c.ended_at)')}) AS found
    FROM (SELECT DISTINCT t.realm_id, t.login_id FROM tasks t
      WHERE t.event_id = e.id AND t.unfinished AND t.deleted_at IS NULL AND ($1::int IS NULL OR t.realm_id = $1)) p
    JOIN logins l ON l.realm_id = p.realm_id AND l.id = p.login_id AND l.status <> 'disabled' AND l.deleted_at IS NULL
    LEFT JOIN LATERAL (${lastCheckSql('l')}) c ON true
    WHERE EXISTS (SELECT FROM login_checks x WHERE x.site_id = e.site_id)
    HAVING count(c.id) > 0`;

const salesSql = (
  which: string,
): string => `SELECT e.id AS event_id, e.name, e.site_id, ${siteName('s')} AS site_name, e.on_sale_at,
    w.tasks, row_to_json(b) AS seats, p.templates, CASE WHEN w.tasks = 0 THEN p.template_id END AS template_id,
    json_build_object('tasks', w.tasks, 'templates', p.templates, 'planned', p.planned, 'logins', w.logins,
      'ready_logins', w.ready_logins, 'free_tasks', r.free_tasks, 'workers', k.workers, 'slots', k.slots,
      'rehearsed', CASE WHEN h.id IS NOT NULL THEN json_build_object('won', h.won, 'planned', h.planned) END) AS situation,
    h.id AS rehearsal_id, g.found AS login_check
  FROM events e JOIN sites s ON s.id = e.site_id AND s.deleted_at IS NULL
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS tasks, count(DISTINCT t.login_id)::int AS logins,
      (count(DISTINCT t.login_id) FILTER (WHERE l.status = 'active' AND l.secrets -> 'fields' ? 'password'))::int AS ready_logins
    FROM tasks t JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
    WHERE t.event_id = e.id AND t.unfinished AND t.deleted_at IS NULL AND ($1::int IS NULL OR t.realm_id = $1)) w
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS templates, min(m.id) AS template_id, coalesce(sum(m.worker_count), 0)::int AS planned
    FROM templates m WHERE m.event_id = e.id AND m.deleted_at IS NULL AND ($1::int IS NULL OR m.realm_id = $1)) p
  CROSS JOIN LATERAL (${seatBalanceSql((alias) => `${alias}.event_id = e.id AND ($1::int IS NULL OR ${alias}.realm_id = $1)`)}) b
  CROSS JOIN (
    -- A realm's limit may be the largest integer, and administrators get the sum of all realms.
    SELECT least(coalesce(sum(greatest(0, max_tasks - active_tasks)), 0), 2147483647)::int AS free_tasks FROM realms
    WHERE deleted_at IS NULL AND ($1::int IS NULL OR id = $1)) r
  CROSS JOIN LATERAL (SELECT serving - draining AS workers, room AS slots FROM workers_for(e.site_id, $1)) k
  LEFT JOIN LATERAL (
    SELECT q.id, (q.report ->> 'seats_held')::int + (q.report ->> 'seats_bought')::int AS won,
      coalesce((q.report ->> 'seats_target')::int, (q.report ->> 'seats_planned')::int) AS planned
    FROM rehearsals q
    WHERE q.event_id = e.id AND q.report IS NOT NULL AND q.deleted_at IS NULL AND q.finished_at > now() - interval '${REHEARSED_DAYS} days'
      AND ($1::int IS NULL OR q.realm_id = $1)
    ORDER BY q.finished_at DESC, q.id DESC LIMIT 1) h ON true
  LEFT JOIN LATERAL (${LOGIN_CHECK}) g ON true
  WHERE e.deleted_at IS NULL AND ${which}
  ORDER BY e.on_sale_at, e.id LIMIT ${MAX_SALES}`;

/** An on-sale as it is read. */
type FoundSale = Omit<NextSaleDto, 'checks'> & { situation: Omit<SaleSituation, 'login_check'> };

/** Reads the on-sales that come next. */
@Injectable()
export class NextSalesRepository {
  /** The next on-sales, or the one event that was asked for. */
  list(tx: Tx, realm: number | null, eventId: number | null): Promise<FoundSale[]> {
    return eventId === null
      ? tx.query<FoundSale>(salesSql(SOON), [realm])
      : tx.query<FoundSale>(salesSql('e.id = $2'), [realm, eventId]);
  }
}
