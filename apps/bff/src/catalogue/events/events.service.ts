import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { adminEventFields, mayChangeEvent, maySetEventField } from '@tessera/domain';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, noRealm, rejectInUse } from '../../platform/errors/api-error';
import type { ListResponse } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import type { SeatBalance } from '../seats/seat-balance';
import { CatalogueLookup } from '../sites/catalogue-lookup';
import type { EventStatus } from './event.entity';
import type {
  CountedEventDto,
  EventChange,
  EventDto,
  EventInput,
  EventListQuery,
  SiteEventListQuery,
} from './events.dto';
import { EventsRepository } from './events.repository';

/** Events, which everybody reads. A realm changes those that it created and that no other realm uses. */
@Injectable()
export class EventsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalogue: CatalogueLookup,
    private readonly events: EventsRepository,
  ) {}

  list(scope: Scope, query: EventListQuery): Promise<ListResponse<EventDto>> {
    return this.transactions.readList(scope, (tx) => this.events.list(tx, query));
  }

  /** @throws 404 when there is no such site */
  listOfSite(
    scope: Scope,
    siteId: number,
    query: SiteEventListQuery,
  ): Promise<ListResponse<CountedEventDto>> {
    return this.transactions.readList(scope, async (tx) => {
      await this.catalogue.requireSite(tx, siteId);
      return this.events.listOfSite(tx, siteId, query);
    });
  }

  /** @throws 404 when there is no such event */
  countSeats(scope: Scope, id: number): Promise<SeatBalance> {
    return this.transactions.read(scope, async (tx) => {
      await this.events.get(tx, id);
      return this.events.countSeats(tx, id);
    });
  }

  get(scope: Scope, id: number): Promise<Found<EventDto>> {
    return this.transactions.read(scope, (tx) => this.events.get(tx, id));
  }

  create(scope: Scope, input: EventInput): Promise<Found<EventDto>> {
    if (scope.kind === 'none') throw noRealm();
    const realmId = scope.kind === 'realm' ? scope.realmId : null;
    const refused = adminEventFields.filter(
      (field) => input[field] !== undefined && !maySetEventField(scope.kind === 'all', field, true),
    );
    if (refused.length > 0) throw adminFieldsError(refused);
    return this.transactions.run(scope, async (tx) => {
      await this.catalogue.resolveSite(tx, input.site_id);
      const id = await this.events.insertEvent(tx, {
        ...input,
        guid: input.guid ?? randomUUID(),
        created_by_realm_id: realmId,
      });
      const created = await this.events.get(tx, id);
      await auditChange(tx, 'event.create', id, null, created.row);
      return created;
    });
  }

  /** Changes only the fields that are sent. @throws 403 for a field or an event that the caller may not change */
  change(
    scope: Scope,
    id: number,
    change: EventChange,
    ifMatch: string | undefined,
  ): Promise<Found<EventDto>> {
    return this.transactions.run(scope, async (tx) => {
      const before = await this.lockChangeable(tx, id, change, ifMatch);
      if (change.site_id !== undefined && change.site_id !== before.site_id) {
        await this.catalogue.resolveSite(tx, change.site_id);
        rejectInUse(await this.events.countReferences(tx, id));
      }
      await this.events.updateEvent(tx, id, change);
      const changed = await this.events.get(tx, id);
      await auditChange(tx, 'event.update', id, before, changed.row);
      return changed;
    });
  }

  /** An event in the caller's transaction. @throws 404 when there is none */
  async find(tx: Tx, id: number): Promise<EventDto> {
    return (await this.events.get(tx, id)).row;
  }

  /** Locks an event that the caller may change. @throws 403 for the event or a field, 404, 412 as `If-Match` says */
  async lockChangeable(tx: Tx, id: number, change: EventChange = {}, ifMatch?: string): Promise<EventDto> {
    const current = await this.events.get(tx, id);
    if (tx.scope.kind !== 'all') await this.requireChangeable(tx, current.row, change);
    return (await this.events.lock(tx, id, ifMatch)).row;
  }

  /** Sets an event's status as part of a transaction. */
  async setStatus(tx: Tx, id: number, status: EventStatus): Promise<void> {
    const { row: before } = await this.events.lock(tx, id);
    await this.events.updateEvent(tx, id, { status });
    await auditChange(tx, 'event.update', id, before, (await this.events.get(tx, id)).row);
  }

  /** @throws 409 IN_USE while the event has unfinished tasks or held seats */
  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { row: before } = await this.events.lock(tx, id, ifMatch);
      rejectInUse(await this.events.countUses(tx, id));
      await this.events.softDelete(tx, id);
      await auditChange(tx, 'event.delete', id, before, null);
    });
  }

  /** @throws 403 unless the caller's realm created the event, no other realm uses it, and the caller may set the fields */
  private async requireChangeable(tx: Tx, event: EventDto, change: EventChange): Promise<void> {
    const { scope } = tx;
    const refused = adminEventFields.filter(
      (field) =>
        change[field] !== undefined &&
        change[field] !== event[field] &&
        !maySetEventField(false, field, false),
    );
    if (refused.length > 0) throw adminFieldsError(refused);
    if (scope.kind !== 'realm' || !mayChangeEvent({ isAdmin: false, realmId: scope.realmId }, event)) {
      throw new ApiError(
        'FORBIDDEN',
        "Only an administrator can change an event that your realm didn't create",
        { reason: 'EVENT_OF_OTHERS' },
      );
    }
    if (await this.events.isUsedByOtherRealm(tx, event.id, scope.realmId)) {
      throw new ApiError('FORBIDDEN', 'Only an administrator can change an event that other realms use', {
        reason: 'EVENT_SHARED',
      });
    }
  }
}

const adminFieldsError = (fields: readonly string[]) =>
  new ApiError('FORBIDDEN', `Only an administrator can set ${fields.join(', ')}`, {
    reason: 'EVENT_FIELDS_OF_ADMINISTRATORS',
    context: { fields },
  });

const auditChange = (
  tx: Tx,
  action: AuditAction,
  id: number,
  before: EventDto | null,
  after: EventDto | null,
) =>
  audit(tx, {
    action,
    entity: 'event',
    entity_id: id,
    realm_id: tx.scope.kind === 'realm' ? tx.scope.realmId : null,
    before,
    after,
  });
