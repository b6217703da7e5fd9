import { Conditions } from '../../platform/database/conditions';
import { type Found, type Projection, selectOne } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/api-error';
import type { SiteDto, SiteListQuery } from './sites.dto';

/** A site as it is answered. */
export const siteProjection: Projection = {
  what: 'Site',
  columns: `s.id, s.name, s.url, s.display_name, s.enabled, s.config, s.currency, s.time_zone, s.created_at, s.updated_at`,
  from: 'FROM sites s',
  version: 's.version',
};

/** Each site with what there is at it; unfinished tasks are looked through once for all sites. */
export const countedSiteProjection: Projection = {
  ...siteProjection,
  columns: `${siteProjection.columns},
    (SELECT count(*)::int FROM events e WHERE e.site_id = s.id AND e.deleted_at IS NULL) AS event_count,
    (SELECT count(*)::int FROM logins l WHERE l.site_id = s.id AND l.deleted_at IS NULL) AS login_count,
    coalesce(active.tasks, 0) AS active_tasks`,
  from: `${siteProjection.from} LEFT JOIN (
    SELECT t.site_id, count(*)::int AS tasks FROM tasks t WHERE t.unfinished AND t.deleted_at IS NULL GROUP BY 1
  ) active ON active.site_id = s.id`,
};

export const siteSorts = {
  name: 'lower(s.name)',
  display_name: 'lower(s.display_name)',
  url: 's.url',
  enabled: 's.enabled',
  created_at: 's.created_at',
};

export const siteConditions = (query: SiteListQuery): Conditions =>
  new Conditions()
    .add('s.deleted_at IS NULL')
    .equal('s.enabled', query.enabled)
    .search(['s.name', 's.display_name', 's.url'], query.q);

export const readSite = (tx: Tx, id: number): Promise<Found<SiteDto>> =>
  selectOne(tx, siteProjection, 's.id = $1 AND s.deleted_at IS NULL', [id]);

/** What other rows need of a site that a body names; 400 naming the field when it isn't there. */
export type NamedSite = { id: number; url: string; ticket_url: string | null };

export async function namedSite(tx: Tx, id: number, field = 'site_id'): Promise<NamedSite> {
  const [site] = await tx.query<NamedSite>(
    `SELECT id, url, config ->> 'ticket_url' AS ticket_url FROM sites WHERE id = $1 AND deleted_at IS NULL`,
    [id],
  );
  if (!site) throw invalid([{ field, message: `${field} names no site`, code: 'NOT_FOUND' }]);
  return site;
}

/** What keeps a site from being deleted. */
export const siteUses = `
  SELECT (SELECT count(*)::int FROM logins WHERE site_id = $1 AND deleted_at IS NULL) AS logins,
         (SELECT count(*)::int FROM events WHERE site_id = $1 AND deleted_at IS NULL) AS events,
         (SELECT count(*)::int FROM tasks WHERE site_id = $1 AND unfinished AND deleted_at IS NULL) AS unfinished_tasks`;
