import { Conditions } from '../../platform/database/conditions';
import type { Projection } from '../../platform/database/select';
import { type WorkerListQuery, workerStatuses, type WorkerTokenListQuery } from './workers.dto';

/**
 * A worker as it was last seen. It has no version of its own, for only its leasing writes it: the ETag stands for what
 * people see of it but for its heartbeats and what it has in hand.
 */
export const workerProjection: Projection = {
  what: 'Worker',
  columns: `w.id, w.name, w.token_id, w.version, s.site_ids, w.capacity, w.last_seen_at, w.created_at, n.leased, f.lost,
    f.status`,
  from: `FROM workers w
    LEFT JOIN worker_tokens k ON k.id = w.token_id
    CROSS JOIN LATERAL (SELECT CASE WHEN w.site_ids IS NULL THEN k.site_ids WHEN k.site_ids IS NULL THEN w.site_ids
      ELSE ARRAY(SELECT unnest(w.site_ids) INTERSECT SELECT unnest(k.site_ids) ORDER BY 1) END AS site_ids) s
    CROSS JOIN LATERAL (SELECT count(*)::int AS leased FROM tasks t WHERE t.leased_by = w.id) n
    CROSS JOIN LATERAL (SELECT worker_lost(w) AS lost) l
    CROSS JOIN LATERAL (SELECT l.lost, CASE WHEN l.lost THEN 'lost' WHEN NOT w.draining THEN 'active'
      WHEN n.leased > 0 THEN 'draining' ELSE 'ended' END AS status) f`,
  version: 'hashtext(ROW(w.name, w.version, s.site_ids, w.capacity, f.status)::text) & 2147483647',
};

export const workerSorts = {
  name: 'lower(w.name)',
  status: 'f.status',
  last_seen_at: 'w.last_seen_at',
  created_at: 'w.created_at',
};

export const workerConditions = (query: WorkerListQuery): Conditions =>
  new Conditions()
    .words('f.status', query.status, 'status', workerStatuses)
    .ids('w.token_id', query.token_id, 'token_id')
    .search(['w.name'], query.q);

/** A worker token, without the token. */
export const tokenProjection: Projection = {
  what: 'Worker token',
  columns: 'k.id, k.name, k.realm_ids, k.site_ids, k.last_used_at, k.created_at, k.revoked_at',
  from: 'FROM worker_tokens k',
  version: 'k.version',
};

export const tokenSorts = {
  name: 'lower(k.name)',
  last_used_at: 'k.last_used_at',
  created_at: 'k.created_at',
};

export function tokenConditions({ q, revoked }: WorkerTokenListQuery): Conditions {
  const where = new Conditions().search(['k.name'], q);
  return revoked === undefined ? where : where.add(`k.revoked_at IS ${revoked ? 'NOT NULL' : 'NULL'}`);
}
