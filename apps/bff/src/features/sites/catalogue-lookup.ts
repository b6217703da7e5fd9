import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { invalid, notFound } from '../../platform/errors/api-error';
import { type NamedSite, namedSite, readSite } from './sites.queries';

/** An event that a body names. */
export type NamedEvent = { id: number; guid: string; name: string; site_id: number };

/** The site and event that other features' requests name, by path (404) or in a body (400 naming the field). */
@Injectable()
export class CatalogueLookup {
  /** 404 when the site of a path isn't there. */
  async requireSite(tx: Tx, id: number): Promise<void> {
    await readSite(tx, id);
  }

  namedSite(tx: Tx, id: number, field = 'site_id'): Promise<NamedSite> {
    return namedSite(tx, id, field);
  }

  /** By id, or by guid (within the site when one is given: a guid is unique there only). */
  async namedEvent(
    tx: Tx,
    named: { event_id?: number | null; event_guid?: string | null; site_id?: number | null },
  ): Promise<NamedEvent> {
    const field = named.event_id != null ? 'event_id' : 'event_guid';
    const events = await tx.query<NamedEvent>(
      `SELECT id, guid, name, site_id FROM events
       WHERE deleted_at IS NULL AND ($1::int IS NULL OR id = $1) AND ($2::text IS NULL OR guid = $2)
         AND ($1::int IS NOT NULL OR $3::int IS NULL OR site_id = $3) LIMIT 2`,
      [named.event_id ?? null, named.event_guid ?? null, named.site_id ?? null],
    );
    const [event] = events;
    if (!event) throw invalid([{ field, message: `${field} names no event`, code: 'NOT_FOUND' }]);
    if (events.length > 1)
      throw invalid([
        { field, message: `${field} names events of several sites: say site_id`, code: 'SITE_NEEDED' },
      ]);
    if (named.site_id != null && event.site_id !== named.site_id) {
      throw invalid([{ field, message: `${field} names an event of another site`, code: 'OTHER_SITE' }]);
    }
    return event;
  }

  /** The event of a path, by id or guid; 404 when the site has no such event. */
  async eventOfPath(tx: Tx, siteId: number, key: string): Promise<number> {
    const [event] = await tx.query<{ id: number }>(
      `SELECT id FROM events WHERE site_id = $1 AND deleted_at IS NULL AND (guid = $2 OR id::text = $2)
       ORDER BY id::text = $2 DESC LIMIT 1`,
      [siteId, key],
    );
    if (!event) throw notFound('Event');
    return event.id;
  }
}
