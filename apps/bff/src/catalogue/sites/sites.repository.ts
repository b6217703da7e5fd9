import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { textOrder } from '../../platform/database/display-names';
import { RowReader, type RowSource } from '../../platform/database/row-reader';
import { insertRow, updateRow } from '../../platform/database/row-writes';
import { countUses } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { ListResponse } from '../../platform/http/list-query';
import { Site, type SiteConfigData } from './site.entity';
import type { CountedSiteDto, SiteDto, SiteListQuery } from './sites.dto';

const source: RowSource<SiteListQuery> = {
  what: 'Site',
  table: 'sites',
  columns:
    's.id, s.name, s.url, s.display_name, s.enabled, s.config, s.currency, s.time_zone, s.created_at, s.updated_at',
  from: 'FROM sites s',
  id: 's.id',
  version: 's.version',
  visible: 's.deleted_at IS NULL',
  filter: (query) =>
    new Conditions().equal('s.enabled', query.enabled).search(['s.name', 's.display_name', 's.url'], query.q),
  sorts: {
    name: textOrder('s.name'),
    display_name: textOrder('s.display_name'),
    url: textOrder('s.url'),
    enabled: 's.enabled',
    created_at: 's.created_at',
  },
  defaultSort: 'name',
};

/** Sites with counts of what belongs to them. Unfinished tasks are scanned once for all sites. */
const countedSites = new RowReader<CountedSiteDto, SiteListQuery>({
  ...source,
  columns: `${source.columns},
    (SELECT count(*)::int FROM events e WHERE e.site_id = s.id AND e.deleted_at IS NULL) AS event_count,
    (SELECT count(*)::int FROM logins l WHERE l.site_id = s.id AND l.deleted_at IS NULL) AS login_count,
    coalesce(active.tasks, 0) AS active_tasks`,
  from: `${source.from} LEFT JOIN (
    SELECT t.site_id, count(*)::int AS tasks FROM tasks t WHERE t.unfinished AND t.deleted_at IS NULL GROUP BY 1
  ) active ON active.site_id = s.id`,
});

/** The columns that people set. */
export type SiteValues = Pick<
  Site,
  'name' | 'url' | 'display_name' | 'enabled' | 'currency' | 'time_zone'
> & { config: SiteConfigData };

/** What other features need of a site that a request names. */
export type NamedSite = { id: number; url: string; ticket_url: string | null };

/** An event that a request names. */
export type NamedEvent = { id: number; guid: string; name: string; site_id: number };

/** How a request names an event: by id, or by guid, which is unique within a site only. */
export type EventReference = {
  event_id?: number | null;
  event_guid?: string | null;
  site_id?: number | null;
};

/** Reads and writes sites, and finds the events of a site. */
@Injectable()
export class SitesRepository extends RowReader<SiteDto, SiteListQuery> {
  constructor() {
    super(source);
  }

  /** A page of sites with their counts. */
  override list(tx: Tx, query: SiteListQuery): Promise<ListResponse<CountedSiteDto>> {
    return countedSites.list(tx, query);
  }

  /** Returns the new site's id. */
  insertSite(tx: Tx, values: SiteValues): Promise<number> {
    return insertRow(tx, Site, values);
  }

  updateSite(tx: Tx, id: number, values: Partial<SiteValues>): Promise<void> {
    return updateRow(tx, Site, id, values);
  }

  async softDelete(tx: Tx, id: number): Promise<void> {
    await tx.manager.softDelete(Site, { id });
  }

  /** Counts what keeps a site from being deleted, by kind. */
  countUses(tx: Tx, id: number): Promise<Record<string, number>> {
    return countUses(
      tx,
      `SELECT (SELECT count(*)::int FROM logins WHERE site_id = $1 AND deleted_at IS NULL) AS logins,
         (SELECT count(*)::int FROM events WHERE site_id = $1 AND deleted_at IS NULL) AS events,
         (SELECT count(*)::int FROM tasks WHERE site_id = $1 AND unfinished AND deleted_at IS NULL) AS unfinished_tasks`,
      [id],
    );
  }

  async findNamed(tx: Tx, id: number): Promise<NamedSite | undefined> {
    const [site] = await tx.query<NamedSite>(
      `SELECT id, url, config ->> 'ticket_url' AS ticket_url FROM sites WHERE id = $1 AND deleted_at IS NULL`,
      [id],
    );
    return site;
  }

  /** Up to two events that match; a guid alone may match events of several sites. */
  findEvents(tx: Tx, { event_id, event_guid, site_id }: EventReference): Promise<NamedEvent[]> {
    return tx.query<NamedEvent>(
      `SELECT id, guid, name, site_id FROM events
       WHERE deleted_at IS NULL AND ($1::int IS NULL OR id = $1) AND ($2::text IS NULL OR guid = $2)
         AND ($1::int IS NOT NULL OR $3::int IS NULL OR site_id = $3) LIMIT 2`,
      [event_id ?? null, event_guid ?? null, site_id ?? null],
    );
  }

  /** The id of a site's event by its id or guid; an id takes precedence. */
  async findEventId(tx: Tx, siteId: number, idOrGuid: string): Promise<number | undefined> {
    const [event] = await tx.query<{ id: number }>(
      `SELECT id FROM events WHERE site_id = $1 AND deleted_at IS NULL AND (guid = $2 OR id::text = $2)
       ORDER BY id::text = $2 DESC LIMIT 1`,
      [siteId, idOrGuid],
    );
    return event?.id;
  }
}
