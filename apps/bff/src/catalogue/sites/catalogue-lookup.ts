import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { invalid, notFound } from '../../platform/errors/api-error';
import { type EventReference, type NamedEvent, type NamedSite, SitesRepository } from './sites.repository';

/** Finds the site and event that other features' requests name: in a path (else 404) or a body (else 400 naming the field). */
@Injectable()
export class CatalogueLookup {
  constructor(private readonly sites: SitesRepository) {}

  /** @throws 404 when there is no such site */
  async requireSite(tx: Tx, id: number): Promise<void> {
    await this.sites.get(tx, id);
  }

  /** The site that a body names. @throws 400 naming `site_id` when there is none */
  async resolveSite(tx: Tx, id: number): Promise<NamedSite> {
    const site = await this.sites.findNamed(tx, id);
    if (!site) throw invalid([{ field: 'site_id', message: 'site_id names no site', code: 'NOT_FOUND' }]);
    return site;
  }

  /** The event that a body names by id or guid. @throws 400 naming the field when there is none, or several */
  async resolveEvent(tx: Tx, reference: EventReference): Promise<NamedEvent> {
    const field = reference.event_id != null ? 'event_id' : 'event_guid';
    const events = await this.sites.findEvents(tx, reference);
    const [event] = events;
    if (!event) throw invalid([{ field, message: `${field} names no event`, code: 'NOT_FOUND' }]);
    if (events.length > 1)
      throw invalid([
        { field, message: `${field} names events of several sites: add site_id`, code: 'SITE_NEEDED' },
      ]);
    if (reference.site_id != null && event.site_id !== reference.site_id) {
      throw invalid([{ field, message: `${field} names an event of another site`, code: 'OTHER_SITE' }]);
    }
    return event;
  }

  /** The id of the event that a path names by id or guid. @throws 404 when the site has no such event */
  async requireEventId(tx: Tx, siteId: number, idOrGuid: string): Promise<number> {
    const id = await this.sites.findEventId(tx, siteId, idOrGuid);
    if (id === undefined) throw notFound('Event');
    return id;
  }
}
