import { can, permissionsOf } from '@tessera/domain';
import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import { countUses, type Found, lockFound, selectPage } from '../../platform/database/select';
import { HotLists, type CachedListPage } from '../../platform/database/hot-lists';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { inUse } from '../../platform/errors/api-error';
import { type ListQuery, type ListAnswer, readPagination } from '../../platform/http/list-query';
import { realmForNew } from '../../platform/realm-scope/realm-for-new';
import type { Scope } from '../../platform/realm-scope/scope';
import { CatalogueLookup } from '../sites';
import { LoginWriter } from './login-writer';
import type {
  LoginChange,
  LoginDto,
  LoginInput,
  LoginListQuery,
  LoginSummaryDto,
  SiteLoginListQuery,
} from './logins.dto';
import {
  forgetLogin,
  loginConditions,
  loginSorts,
  loginSummaries,
  loginUses,
  readLogin,
  summaryProjection,
  wholeLogins,
  withoutTickets,
} from './logins.queries';

type Listed = ListAnswer<LoginSummaryDto>;

/** Whether the caller reads whole logins or only their summary. */
const readsWhole = (scope: Scope) => can(permissionsOf(scope.actor.role), 'write');

/** Accounts at ticketing sites, their secrets sealed and write-only. */
@Injectable()
export class LoginsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly hotLists: HotLists,
    private readonly writer: LoginWriter,
    private readonly catalogue: CatalogueLookup,
  ) {}

  list(scope: Scope, query: LoginListQuery, ifNoneMatch?: string): Promise<CachedListPage> {
    const pagination = readPagination(query, loginSorts, 'name', 'l.id');
    const where = () => loginConditions(query);
    const list = readsWhole(scope) ? wholeLogins : loginSummaries;
    return this.hotLists.read(scope, list, { query, pagination, where, ifNoneMatch });
  }

  async ofSite(
    scope: Scope,
    siteId: number,
    query: SiteLoginListQuery,
    ifNoneMatch?: string,
  ): Promise<CachedListPage> {
    await this.transactions.read(scope, (tx) => this.catalogue.requireSite(tx, siteId));
    return this.list(scope, { ...query, site_id: String(siteId) }, ifNoneMatch);
  }

  /** Logins of a site that have nothing of an event yet; the event by id or guid. */
  withoutTickets(
    scope: Scope,
    siteId: number,
    eventKey: string,
    unconfirmed: boolean,
    query: ListQuery,
  ): Promise<Listed> {
    const pagination = readPagination(query, loginSorts, 'name', 'l.id');
    return this.transactions.read(scope, async (tx): Promise<Listed> => {
      await this.catalogue.requireSite(tx, siteId);
      const eventId = await this.catalogue.eventOfPath(tx, siteId, eventKey);
      const where = withoutTickets(siteId, eventId, unconfirmed);
      return {
        pagination,
        page: await selectPage<LoginSummaryDto>(tx, summaryProjection, where, pagination),
      };
    });
  }

  get(scope: Scope, id: number): Promise<Found<LoginDto>> {
    return this.transactions.read(scope, (tx) => readLogin(tx, id));
  }

  create(scope: Scope, siteId: number, input: LoginInput): Promise<Found<LoginDto>> {
    return this.transactions.run(scope, async (tx) => {
      await this.catalogue.requireSite(tx, siteId);
      const realm_id = await realmForNew(tx, input.realm_id);
      const [id = 0] = await this.writer.insert(tx, { site_id: siteId, realm_id }, [input]);
      const created = await readLogin(tx, id);
      await record(tx, 'login.create', created.answer, null, created.answer);
      return created;
    });
  }

  /** Changes the fields sent: a secret that is left out stays, null clears it. */
  change(
    scope: Scope,
    id: number,
    change: LoginChange,
    ifMatch: string | undefined,
  ): Promise<Found<LoginDto>> {
    return this.transactions.run(scope, async (tx) => {
      const before = await lock(tx, id, ifMatch);
      await this.writer.change(tx, before.answer, change, before.secrets);
      const changed = await readLogin(tx, id);
      await record(tx, 'login.update', changed.answer, before.answer, {
        ...changed.answer,
        changed_fields: Object.keys(change),
      });
      return changed;
    });
  }

  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { answer } = await lock(tx, id, ifMatch);
      const uses = await countUses(tx, loginUses, [id]);
      if (Object.values(uses).some((count) => count > 0)) throw inUse(uses);
      await forgetLogin(tx, id);
      await record(tx, 'login.delete', answer, answer, null);
    });
  }
}

const lock = (tx: Tx, id: number, ifMatch: string | undefined) =>
  lockFound(tx, 'logins', id, readLogin, ifMatch);

const record = (
  tx: Tx,
  action: AuditAction,
  { id, realm_id }: LoginDto,
  before: object | null,
  after: object | null,
) => audit(tx, { action, entity: 'login', entity_id: id, realm_id, before, after });
