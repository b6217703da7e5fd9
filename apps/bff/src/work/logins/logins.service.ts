import { Injectable } from '@nestjs/common';
import { can, permissionsOf } from '@tessera/domain';
import { CatalogueLookup } from '../../catalogue';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import type { CachedListPage } from '../../platform/database/hot-lists';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { rejectInUse } from '../../platform/errors/api-error';
import type { ListQuery, ListResponse } from '../../platform/http/list-query';
import { realmForNew } from '../../platform/realm-scope/realm-for-new';
import type { Scope } from '../../platform/realm-scope/scope';
import { LoginWriter } from './login-writer';
import type {
  ClientDetailsDto,
  ClientHistoryDto,
  LoginChange,
  LoginDto,
  LoginInput,
  LoginListQuery,
  LoginSummaryDto,
  SiteLoginListQuery,
} from './logins.dto';
import { LoginsRepository } from './logins.repository';

/** Reports that a login's history shows. */
const HISTORY_ROWS = 200;

/** Accounts at ticketing sites. Their secrets are sealed, and no response contains them. */
@Injectable()
export class LoginsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly writer: LoginWriter,
    private readonly catalogue: CatalogueLookup,
    private readonly logins: LoginsRepository,
  ) {}

  /** Whole logins for those with write permission, summaries for others. */
  list(scope: Scope, query: LoginListQuery, ifNoneMatch?: string): Promise<CachedListPage> {
    const summary = !can(permissionsOf(scope.actor.role), 'write');
    return this.logins.list(scope, query, { summary, ifNoneMatch });
  }

  /** @throws 404 when there is no such site */
  async listOfSite(
    scope: Scope,
    siteId: number,
    query: SiteLoginListQuery,
    ifNoneMatch?: string,
  ): Promise<CachedListPage> {
    await this.transactions.read(scope, (tx) => this.catalogue.requireSite(tx, siteId));
    return this.list(scope, { ...query, site_id: String(siteId) }, ifNoneMatch);
  }

  /** Logins of a site without purchases for an event, which is named by id or guid. */
  listWithoutTickets(
    scope: Scope,
    { siteId, event, withoutHolds }: { siteId: number; event: string; withoutHolds: boolean },
    query: ListQuery,
  ): Promise<ListResponse<LoginSummaryDto>> {
    return this.transactions.readList(scope, async (tx) => {
      await this.catalogue.requireSite(tx, siteId);
      const eventId = await this.catalogue.requireEventId(tx, siteId, event);
      return this.logins.listWithoutTickets(tx, { siteId, eventId, withoutHolds }, query);
    });
  }

  get(scope: Scope, id: number): Promise<Found<LoginDto>> {
    return this.transactions.read(scope, (tx) => this.logins.get(tx, id));
  }

  create(scope: Scope, siteId: number, input: LoginInput): Promise<Found<LoginDto>> {
    return this.transactions.run(scope, async (tx) => {
      await this.catalogue.requireSite(tx, siteId);
      const realm_id = await realmForNew(tx, input.realm_id);
      const [id = 0] = await this.writer.insertLogins(tx, { site_id: siteId, realm_id }, [input]);
      const created = await this.logins.get(tx, id);
      await auditChange(tx, 'login.create', created.row, null, created.row);
      return created;
    });
  }

  /** Changes only the fields that are sent; null clears a secret. */
  change(
    scope: Scope,
    id: number,
    change: LoginChange,
    ifMatch: string | undefined,
  ): Promise<Found<LoginDto>> {
    return this.transactions.run(scope, async (tx) => {
      const { row: before, secrets } = await this.logins.lock(tx, id, ifMatch);
      await this.writer.change(tx, before, change, secrets);
      const changed = await this.logins.get(tx, id);
      await auditChange(tx, 'login.update', changed.row, before, {
        ...changed.row,
        changed_fields: Object.keys(change),
      });
      return changed;
    });
  }

  /** @throws 409 IN_USE while the login has unfinished tasks, held seats or payment checks */
  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { row } = await this.logins.lock(tx, id, ifMatch);
      rejectInUse(await this.logins.countUses(tx, id));
      await this.logins.softDelete(tx, id);
      await auditChange(tx, 'login.delete', row, row, null);
    });
  }

  /** What workers reported about the login, newest first. */
  history(scope: Scope, id: number): Promise<ClientHistoryDto> {
    return this.transactions.read(scope, async (tx) => {
      await this.logins.get(tx, id);
      const data = await this.logins.listActivity(tx, id, 'history', HISTORY_ROWS);
      return { success: true, data, error: null };
    });
  }

  /** The latest details that a worker reported about the login. */
  details(scope: Scope, id: number): Promise<ClientDetailsDto> {
    return this.transactions.read(scope, async (tx) => {
      await this.logins.get(tx, id);
      const [latest] = await this.logins.listActivity(tx, id, 'details', 1);
      return { success: true, data: latest ?? null, error: null };
    });
  }
}

const auditChange = (
  tx: Tx,
  action: AuditAction,
  { id, realm_id }: LoginDto,
  before: object | null,
  after: object | null,
) => audit(tx, { action, entity: 'login', entity_id: id, realm_id, before, after });
