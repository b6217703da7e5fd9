import { Injectable } from '@nestjs/common';
import { textOrder } from '../../platform/database/display-names';
import { instantJsonSql } from '../../platform/database/instants';
import { liveHoldSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import { isPayableSql, liveLinkStatuses } from '../../work';
import type { LiveFiguresDto } from './dashboard.dto';

const MAX_EVENTS = 20;
const MAX_STEPS = 1000;

const inRealm = (column: string): string => `($1::int IS NULL OR ${column} = $1)`;

/** One statement, so that all figures are of the same moment. A rehearsal is paused with the realm that rehearses. `$1` is the realm, null for all; `$2` the statuses of live links. */
const LIVE_FIGURES = `
WITH seats AS MATERIALIZED (
    SELECT h.event_id, h.task_id, h.currency, h.price, h.expires_at, coalesce(${isPayableSql('h', 't')}, false) AS payable
    FROM holds h LEFT JOIN tasks t ON t.realm_id = h.realm_id AND t.id = h.task_id
    WHERE ${liveHoldSql('h')} AND ${inRealm('h.realm_id')}),
  held AS (SELECT event_id, count(*)::int AS seats, min(expires_at) AS first FROM seats GROUP BY event_id),
  work AS (
    SELECT DISTINCT event_id FROM tasks WHERE unfinished AND deleted_at IS NULL AND ${inRealm('realm_id')}),
  links AS (
    SELECT id, event_id FROM queue_links WHERE deleted_at IS NULL AND status = ANY ($2::text[]) AND ${inRealm('realm_id')}),
  places AS (
    SELECT event_id, count(*)::int AS places FROM (
      SELECT event_id FROM links
      UNION ALL
      SELECT t.event_id FROM tasks t
      WHERE t.status = 'waiting_room' AND t.deleted_at IS NULL AND ${inRealm('t.realm_id')} AND NOT EXISTS (
        SELECT FROM queue_link_tasks a JOIN links ON links.id = a.link_id WHERE a.realm_id = t.realm_id AND a.task_id = t.id)) p
    GROUP BY event_id),
  live AS (
    SELECT e.id, e.name, h.first, coalesce(h.seats, 0) AS held, coalesce(p.places, 0) AS waiting,
      w.event_id IS NOT NULL AND (e.status = 'on_sale' OR e.status = 'announced' AND coalesce(e.on_sale_at <= now(), false)) AS on_sale
    FROM events e LEFT JOIN held h ON h.event_id = e.id LEFT JOIN work w ON w.event_id = e.id
      LEFT JOIN places p ON p.event_id = e.id
    WHERE coalesce(h.event_id, w.event_id, p.event_id) IS NOT NULL),
  steps AS (
    SELECT min(expires_at) AS first, event_id, currency, count(*) AS seats, coalesce(sum(price), 0)::float8 AS total
    FROM seats WHERE payable GROUP BY date_bin('10 seconds', expires_at, 'epoch'), event_id, currency
    ORDER BY first, event_id, currency LIMIT ${MAX_STEPS})
SELECT now() AS at,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('event_id', l.id, 'name', l.name, 'on_sale', l.on_sale, 'held', l.held,
      'waiting', l.waiting) ORDER BY l.first, l.on_sale DESC, ${textOrder('l.name')}, l.id), '[]')
    FROM (SELECT * FROM live WHERE on_sale OR held > 0 OR waiting > 0
      ORDER BY first, on_sale DESC, ${textOrder('name')}, id LIMIT ${MAX_EVENTS}) l) AS events,
  (SELECT jsonb_build_object('baskets', count(DISTINCT task_id), 'seats', count(*), 'expires_at', ${instantJsonSql('min(expires_at)')})
    FROM seats WHERE payable) AS to_pay,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('at', ${instantJsonSql('s.first')}, 'event_id', s.event_id,
      'currency', s.currency, 'seats', s.seats, 'total', s.total) ORDER BY s.first, s.event_id, s.currency), '[]')
    FROM steps s) AS expiries,
  EXISTS (SELECT FROM pauses WHERE ended_at IS NULL AND (realm_id IS NULL OR ${inRealm('realm_id')}))
    OR realm_is_paused(nullif(current_setting('app.realm_id', true), '')::int) AS paused,
  (SELECT count(*)::int FROM change_requests q JOIN realms r ON r.id = q.realm_id AND r.deleted_at IS NULL
    WHERE q.status = 'open' AND ${inRealm('q.realm_id')}) AS open_requests`;

/** Reads what every page shows of the sales that run now. */
@Injectable()
export class LiveFiguresRepository {
  /** The figures of a realm; null: of all realms that the scope sees. */
  async read(tx: Tx, realm: number | null): Promise<LiveFiguresDto> {
    const [row] = await tx.queryPrepared<LiveFiguresDto>(LIVE_FIGURES, [realm, liveLinkStatuses]);
    if (!row) throw new Error('A SELECT without FROM has one row');
    return row;
  }
}
