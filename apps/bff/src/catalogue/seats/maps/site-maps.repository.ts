import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { textOrder } from '../../../platform/database/display-names';
import { insertRow, updateRow } from '../../../platform/database/row-writes';
import type { Tx } from '../../../platform/database/transactions';
import { notFound } from '../../../platform/errors/api-error';
import { SiteMap } from './site-map.entity';

/** A map with the name of its event, without the drawing. */
export type StoredMap = Omit<SiteMap, 'svg' | 'created_at'> & { event_name: string | null };

/** Events whose seats tell the areas of a site, the newest. */
const RECENT_EVENTS = 20;

const storedMap = `SELECT m.id, m.site_id, m.event_id, e.name AS event_name, m.areas, m.removed, m.version, m.updated_at
  FROM site_maps m LEFT JOIN events e ON e.id = m.event_id`;

/** Reads and writes maps. */
@Injectable()
export class SiteMapsRepository {
  /** Locks a site, so that its maps are written one after the other. @throws 404 for a site that isn't there */
  async lockSite(tx: Tx, id: number): Promise<void> {
    const found = await tx.query('SELECT FROM sites WHERE id = $1 AND deleted_at IS NULL FOR UPDATE', [id]);
    if (found.length === 0) throw notFound('Site');
  }

  /** @throws 404 for a site that isn't there */
  async checkSite(tx: Tx, id: number): Promise<void> {
    const found = await tx.query('SELECT FROM sites WHERE id = $1 AND deleted_at IS NULL', [id]);
    if (found.length === 0) throw notFound('Site');
  }

  /** The maps of a site: its own first, then those of events by name. */
  listMaps(tx: Tx, siteId: number): Promise<StoredMap[]> {
    return tx.query<StoredMap>(
      `${storedMap} WHERE m.site_id = $1 AND (m.event_id IS NULL OR e.deleted_at IS NULL)
       ORDER BY m.event_id IS NOT NULL, ${textOrder('e.name')}, m.id`,
      [siteId],
    );
  }

  async findMap(tx: Tx, siteId: number, eventId: number | null): Promise<StoredMap | undefined> {
    const [map] = await tx.query<StoredMap>(
      `${storedMap} WHERE m.site_id = $1 AND m.event_id IS NOT DISTINCT FROM $2::int`,
      [siteId, eventId],
    );
    return map;
  }

  /** @throws 404 without such a map */
  async readSvg(tx: Tx, siteId: number, eventId: number | null): Promise<string> {
    const map = await tx.manager.findOne(SiteMap, {
      select: { svg: true },
      where: { site_id: siteId, event_id: eventId ?? IsNull() },
    });
    if (!map) throw notFound('Map');
    return map.svg;
  }

  insertMap(
    tx: Tx,
    values: Pick<SiteMap, 'site_id' | 'event_id' | 'svg' | 'areas' | 'removed'>,
  ): Promise<number> {
    return insertRow(tx, SiteMap, values);
  }

  updateMap(tx: Tx, id: number, values: Pick<SiteMap, 'svg' | 'areas' | 'removed'>): Promise<void> {
    return updateRow(tx, SiteMap, id, values);
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.manager.delete(SiteMap, { id });
  }

  /** Whether an event belongs to a site. */
  async isEventOf(tx: Tx, siteId: number, eventId: number): Promise<boolean> {
    const found = await tx.query('SELECT FROM events WHERE id = $1 AND site_id = $2 AND deleted_at IS NULL', [
      eventId,
      siteId,
    ]);
    return found.length > 0;
  }

  /**
   * Names of a site's areas: those of its config and its price levels, and where seats were held or bought lately. With an event,
   * those of this one instead of the newest ones.
   */
  async findAreaNames(tx: Tx, siteId: number, eventId: number | null): Promise<string[]> {
    const rows = await tx.query<{ name: string }>(
      `WITH site AS (SELECT config FROM sites WHERE id = $1),
       of_site AS (
         SELECT id, price_levels FROM events
         WHERE site_id = $1 AND deleted_at IS NULL AND ($2::int IS NULL OR id = $2) ORDER BY id DESC LIMIT ${RECENT_EVENTS}
       )
       SELECT jsonb_array_elements_text(coalesce(config -> 'areas', '[]')) AS name FROM site
       UNION SELECT jsonb_object_keys(coalesce(config -> 'price_levels', '{}')) FROM site
       UNION SELECT jsonb_object_keys(coalesce(price_levels, '{}')) FROM of_site
       UNION SELECT h.area FROM holds h WHERE h.event_id = ANY (ARRAY(SELECT id FROM of_site)) AND h.status = 'held'
       UNION SELECT k.area FROM tickets k WHERE k.event_id = ANY (ARRAY(SELECT id FROM of_site))
       ORDER BY 1 LIMIT 1000`,
      [siteId, eventId],
    );
    return rows.map(({ name }) => name).filter((name) => name !== '');
  }
}
