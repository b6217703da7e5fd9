import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import { countUses, type Found, lockFound, selectPage } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { inUse, noRealm, ApiError } from '../../platform/errors/api-error';
import { type ListAnswer, readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { CatalogueLookup } from '../sites';
import { Event } from './event.entity';
import type {
  CountedEventDto,
  EventChange,
  EventDto,
  EventInput,
  EventListQuery,
  EventSeatsDto,
  SiteEventListQuery,
} from './events.dto';
import {
  countedEventProjection,
  eventConditions,
  eventProjection,
  eventSiteUses,
  eventSorts,
  eventUses,
  isUsedElsewhere,
  readEvent,
  readEventSeats,
} from './events.queries';

/** Fields of an event that administrators alone set; a new event's guid and site are its maker's. */
const adminFields = ['max_per_customer', 'guid', 'site_id'] as const;

/** The catalogue of events: everybody reads it, a realm changes those of its making that no other realm uses. */
@Injectable()
export class EventsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalogue: CatalogueLookup,
  ) {}

  list(scope: Scope, query: EventListQuery): Promise<ListAnswer<EventDto>> {
    const pagination = readPagination(query, eventSorts, 'ko', 'e.id');
    return this.transactions.read(scope, async (tx) => ({
      pagination,
      page: await selectPage<EventDto>(tx, eventProjection, eventConditions(query), pagination),
    }));
  }

  ofSite(scope: Scope, siteId: number, query: SiteEventListQuery): Promise<ListAnswer<CountedEventDto>> {
    const pagination = readPagination(query, eventSorts, 'ko', 'e.id');
    const where = eventConditions({ ...query, site_id: String(siteId) });
    return this.transactions.read(scope, async (tx) => {
      await this.catalogue.requireSite(tx, siteId);
      return {
        pagination,
        page: await selectPage<CountedEventDto>(tx, countedEventProjection, where, pagination),
      };
    });
  }

  /** 404 when the event isn't there. */
  seats(scope: Scope, id: number): Promise<EventSeatsDto> {
    return this.transactions.read(scope, async (tx) => {
      await readEvent(tx, id);
      return readEventSeats(tx, id);
    });
  }

  get(scope: Scope, id: number): Promise<Found<EventDto>> {
    return this.transactions.read(scope, (tx) => readEvent(tx, id));
  }

  create(scope: Scope, input: EventInput): Promise<Found<EventDto>> {
    if (scope.kind === 'none') throw noRealm();
    const realmId = scope.kind === 'realm' ? scope.realmId : null;
    if (realmId !== null && input.max_per_customer !== undefined) refuse(['max_per_customer']);
    return this.transactions.run(scope, async (tx) => {
      await this.catalogue.namedSite(tx, input.site_id);
      const row = { ...input, guid: input.guid ?? randomUUID(), created_by_realm_id: realmId };
      const { identifiers } = await tx.manager.insert(Event, row as object);
      const created = await readEvent(tx, (identifiers[0] as { id: number }).id);
      await record(tx, 'event.create', created.answer.id, null, created.answer);
      return created;
    });
  }

  change(
    scope: Scope,
    id: number,
    change: EventChange,
    ifMatch: string | undefined,
  ): Promise<Found<EventDto>> {
    return this.transactions.run(scope, async (tx) => {
      const seen = await readEvent(tx, id);
      if (scope.kind !== 'all') await mustBeOwn(tx, scope, seen.answer, change);
      const before = await lockFound(tx, 'events', id, readEvent, ifMatch);
      if (change.site_id !== undefined && change.site_id !== before.answer.site_id) {
        await this.catalogue.namedSite(tx, change.site_id);
        await refuseInUse(tx, eventSiteUses, id);
      }
      if (Object.keys(change).length > 0) await tx.manager.update(Event, { id }, { ...change } as object);
      const changed = await readEvent(tx, id);
      await record(tx, 'event.update', id, before.answer, changed.answer);
      return changed;
    });
  }

  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const before = await lockFound(tx, 'events', id, readEvent, ifMatch);
      await refuseInUse(tx, eventUses, id);
      await tx.execute('UPDATE events SET deleted_at = now() WHERE id = $1', [id]);
      await record(tx, 'event.delete', id, before.answer, null);
    });
  }
}

async function mustBeOwn(tx: Tx, scope: Scope, event: EventDto, change: EventChange): Promise<void> {
  const asked = adminFields.filter((field) => change[field] !== undefined && change[field] !== event[field]);
  if (asked.length > 0) refuse(asked);
  if (scope.kind !== 'realm' || event.created_by_realm_id !== scope.realmId) {
    throw new ApiError(
      'FORBIDDEN',
      "Only an administrator changes an event that isn't of your realm's making",
      { reason: 'EVENT_OF_OTHERS' },
    );
  }
  if (await isUsedElsewhere(tx, event.id, scope.realmId)) {
    throw new ApiError('FORBIDDEN', 'Only an administrator changes an event that others use as well', {
      reason: 'EVENT_SHARED',
    });
  }
}

function refuse(fields: readonly string[]): never {
  throw new ApiError('FORBIDDEN', `Only an administrator sets ${fields.join(', ')}`, {
    reason: 'EVENT_FIELDS_OF_ADMINISTRATORS',
    context: { fields },
  });
}

async function refuseInUse(tx: Tx, sql: string, id: number): Promise<void> {
  const uses = await countUses(tx, sql, [id]);
  if (Object.values(uses).some((count) => count > 0)) throw inUse(uses);
}

const record = (tx: Tx, action: AuditAction, id: number, before: EventDto | null, after: EventDto | null) =>
  audit(tx, {
    action,
    entity: 'event',
    entity_id: id,
    realm_id: tx.scope.kind === 'realm' ? tx.scope.realmId : null,
    before,
    after,
  });
