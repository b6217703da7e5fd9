import { Injectable } from '@nestjs/common';
import { CatalogueLookup, EventsService, SitesService } from '../../catalogue';
import { type NotificationDraft, NotificationPublisher } from '../../messages';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, invalid } from '../../platform/errors/api-error';
import { type ListResponse, readPagination } from '../../platform/http/list-query';
import { realmForNew } from '../../platform/realm-scope/realm-for-new';
import { personalScope, type Scope } from '../../platform/realm-scope/scope';
import { RealmsService } from '../realms/realms.service';
import type { RequestKind } from './change-request.entity';
import type {
  ApprovalInput,
  ChangeRequestDto,
  ChangeRequestInput,
  ChangeRequestListQuery,
} from './change-requests.dto';
import { ChangeRequestsRepository, requestSorts } from './change-requests.repository';

/** Owners ask for what administrators decide; an approval makes the change in its own transaction. */
@Injectable()
export class ChangeRequestsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly requests: ChangeRequestsRepository,
    private readonly catalogue: CatalogueLookup,
    private readonly realms: RealmsService,
    private readonly sites: SitesService,
    private readonly events: EventsService,
    private readonly notifications: NotificationPublisher,
  ) {}

  list(scope: Scope, query: ChangeRequestListQuery): Promise<ListResponse<ChangeRequestDto>> {
    const pagination = readPagination(query, requestSorts, '-created_at', 'q.id');
    return this.transactions.readList(scope, async (tx) => ({
      pagination,
      page: await this.requests.listRequests(tx, query, pagination),
    }));
  }

  get(scope: Scope, id: number): Promise<Found<ChangeRequestDto>> {
    return this.transactions.read(scope, (tx) => this.requests.readRequest(tx, id));
  }

  /**
   * Asks the administrators.
   *
   * @throws 409 while the realm's request for the same is open, 400 for a limit that isn't higher or a site that exists
   */
  create(scope: Scope, input: ChangeRequestInput): Promise<Found<ChangeRequestDto>> {
    return this.transactions.run(scope, async (tx) => {
      const realm_id = await realmForNew(tx, input.realm_id);
      const wanted = wantedOf(input);
      if (wanted.event_id !== null) await this.catalogue.resolveEvent(tx, { event_id: wanted.event_id });
      if (wanted.site_url !== null && (await this.requests.isSiteKnown(tx, wanted.site_url)))
        throw invalid([{ field: 'site_url', message: 'There is a site with this address', code: 'INVALID' }]);
      const present = await this.requests.findPresent(tx, realm_id, input.kind, wanted.event_id);
      if (wanted.site_url === null && !isMore(input.kind, wanted.asked, present))
        throw invalid([
          { field: 'asked', message: 'asked must be more than the present limit', code: 'INVALID' },
        ]);
      if (await this.requests.findOpen(tx, realm_id, input.kind, wanted.object)) throw openAlready();
      const id = await this.requests.insertRequest(tx, { ...wanted, realm_id, kind: input.kind });
      const created = await this.requests.readRequest(tx, id);
      await this.record(tx, 'change_request.create', created.row);
      // Administrators are of no realm, so the owner's own role doesn't see them.
      await this.transactions.run(personalScope(scope), (all) =>
        this.notifications.publish(all, toAdministrators(created.row)),
      );
      return created;
    });
  }

  /** Takes an open request back. @throws 409 when it was answered */
  withdraw(scope: Scope, id: number): Promise<Found<ChangeRequestDto>> {
    return this.transactions.run(scope, async (tx) => {
      requireOpen(await this.requests.lock(tx, id));
      await this.requests.withdraw(tx, id);
      const withdrawn = await this.requests.readRequest(tx, id);
      await this.record(tx, 'change_request.withdraw', withdrawn.row);
      return withdrawn;
    });
  }

  /**
   * Approves a request and makes the change, by the service that makes it otherwise.
   *
   * @throws 409 when it was answered, or what it asks for is so already
   */
  approve(scope: Scope, id: number, { granted, answer }: ApprovalInput): Promise<Found<ChangeRequestDto>> {
    return this.transactions.run(scope, async (tx) => {
      const request = await this.requests.lock(tx, id);
      requireOpen(request);
      const value = granted === undefined ? request.asked : granted;
      await this.apply(tx, request, value);
      return this.finish(tx, id, {
        status: 'approved',
        granted: request.kind === 'site' ? null : value,
        answer: answer || null,
      });
    });
  }

  /** Declines a request with an answer. @throws 409 when it was answered */
  decline(scope: Scope, id: number, answer: string): Promise<Found<ChangeRequestDto>> {
    return this.transactions.run(scope, async (tx) => {
      requireOpen(await this.requests.lock(tx, id));
      return this.finish(tx, id, { status: 'declined', granted: null, answer });
    });
  }

  private async finish(
    tx: Tx,
    id: number,
    answer: Parameters<ChangeRequestsRepository['answer']>[2],
  ): Promise<Found<ChangeRequestDto>> {
    await this.requests.answer(tx, id, answer);
    const answered = await this.requests.readRequest(tx, id);
    const action = answer.status === 'approved' ? 'change_request.approve' : 'change_request.decline';
    await this.record(tx, action, answered.row);
    await this.notifications.publish(tx, toOwners(answered.row));
    return answered;
  }

  private async apply(tx: Tx, request: ChangeRequestDto, value: number | null): Promise<void> {
    const { kind, realm_id, event_id, site_name, site_url } = request;
    if (kind === 'site') {
      if (site_name === null || site_url === null || (await this.requests.isSiteKnown(tx, site_url)))
        throw movedOn('There is a site with this address already', null);
      await this.sites.create(tx.scope, { name: site_name, display_name: site_name, url: site_url });
      return;
    }
    const present = await this.requests.findPresent(tx, realm_id, kind, event_id);
    if (!isMore(kind, value, present)) throw movedOn('The limit is at least that already', present);
    if (kind === 'max_per_customer') {
      if (event_id !== null)
        await this.events.change(tx.scope, event_id, { max_per_customer: value }, undefined);
      return;
    }
    if (value !== null) await this.realms.change(tx.scope, realm_id, { [kind]: value }, undefined);
  }

  /** Both acts belong to the realm, whose owners read them too. */
  private record(tx: Tx, action: AuditAction, request: ChangeRequestDto): Promise<void> {
    const { id, realm_id, kind, asked, granted, present, site_name, event_name, reason, answer } = request;
    return audit(tx, {
      action,
      entity: 'change_request',
      entity_id: id,
      realm_id,
      after: { kind, asked, granted, present, site_name, event_name, reason, answer },
    });
  }
}

/** Whether a limit is more than the present one. An event's is corrected to what its site posts: any other will do. */
const isMore = (kind: RequestKind, asked: number | null, present: number | null): boolean =>
  kind === 'max_per_customer' ? asked !== present : asked !== null && asked > (present ?? 0);

/** The columns of a request. @throws 400 for fields that its kind needs, or has no use for */
function wantedOf({ kind, asked, event_id, site_name, site_url, reason }: ChangeRequestInput) {
  const isSite = kind === 'site';
  const isOfEvent = kind === 'max_per_customer';
  const needed = {
    asked: !isSite,
    event_id: isOfEvent,
    site_name: isSite,
    site_url: isSite,
  };
  const given = { asked, event_id, site_name, site_url };
  const fields = ['asked', 'event_id', 'site_name', 'site_url'] as const;
  const wrong = fields.flatMap((field) => {
    if ((given[field] === undefined) === !needed[field]) return [];
    return [
      needed[field]
        ? ({ field, message: `${field} is required`, code: 'REQUIRED' } as const)
        : ({ field, message: `${field} has no meaning for ${kind}`, code: 'INVALID' } as const),
    ];
  });
  if (wrong.length > 0) throw invalid(wrong);
  const object = isSite
    ? (site_url ?? '').toLowerCase().replace(/\/$/, '')
    : isOfEvent
      ? String(event_id)
      : '';
  return {
    event_id: event_id ?? null,
    site_name: site_name ?? null,
    site_url: site_url ?? null,
    asked: asked ?? null,
    object,
    reason,
  };
}

function requireOpen({ status }: ChangeRequestDto): void {
  if (status !== 'open') throw movedOn(`This request was ${status} already`, null);
}

const movedOn = (message: string, present: number | null) =>
  new ApiError('CONFLICT', message, { reason: 'CHANGED_MEANWHILE', context: { present } });

const openAlready = () =>
  new ApiError('CONFLICT', 'Your realm has an open request for this already', { reason: 'EXISTS_ALREADY' });

const kindOf: Readonly<Record<RequestKind, 'limit_asked' | 'site_asked' | 'event_limit_asked'>> = {
  max_tasks: 'limit_asked',
  max_logins: 'limit_asked',
  site: 'site_asked',
  max_per_customer: 'event_limit_asked',
};

const toAdministrators = ({ kind, realm_name, reason }: ChangeRequestDto): NotificationDraft => ({
  topic: 'request',
  realm_id: null,
  administratorsOnly: true,
  kind: kindOf[kind],
  params: { realm: realm_name, reason },
  path: '/requests',
});

/** The realm's owners, of whom the one who asked may be gone. */
const toOwners = ({ realm_id, status, answered_who, answer }: ChangeRequestDto): NotificationDraft => ({
  topic: 'request',
  realm_id,
  ownersOnly: true,
  kind: status === 'approved' ? 'request_approved' : 'request_declined',
  params: { who: answered_who, said: answer ? `: ${answer}` : '' },
  path: '/requests',
});
