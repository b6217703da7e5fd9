import { can, permissionsOf } from '@tessera/access';
import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { countUses, type Found, heedIfMatch, selectPage } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { inUse } from '../../platform/errors/problem';
import { type ListQuery, type Page, paging, type Paging } from '../../platform/http/list-query';
import { checkBasket } from '../../platform/http/basket';
import { realmForNew } from '../../platform/realm-scope/realm-for-new';
import type { Scope } from '../../platform/realm-scope/scope';
import { Sealing } from '../../platform/sealing/sealing';
import { CatalogueLookup } from '../sites/catalogue-lookup';
import { Login, loginSecrets } from './login.entity';
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
  loginProjection,
  type LoginRow,
  loginSorts,
  loginUses,
  readLogin,
  summaryProjection,
  withMasks,
  withoutTickets,
} from './logins.queries';

type Secrets = Partial<Record<(typeof loginSecrets)[number], string | null>>;
type Listed = { asked: Paging; page: Page<LoginDto | LoginSummaryDto> };

/** Whether the caller reads whole logins or only their summary (contract section 2). */
const readsWhole = (scope: Scope) => can(permissionsOf(scope.actor.role), 'write');

/** Accounts at ticketing sites, their secrets sealed and write-only (contract section 7). */
@Injectable()
export class LoginsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly sealing: Sealing,
    private readonly catalogue: CatalogueLookup,
  ) {}

  list(scope: Scope, query: LoginListQuery): Promise<Listed> {
    const asked = paging(query, loginSorts, 'name', 'l.id');
    return this.transactions.read(scope, async (tx): Promise<Listed> => {
      const where = loginConditions(query);
      if (!readsWhole(scope))
        return { asked, page: await selectPage<LoginSummaryDto>(tx, summaryProjection, where, asked) };
      const page = await selectPage<LoginRow>(tx, loginProjection, where, asked);
      return { asked, page: { ...page, rows: page.rows.map(withMasks) } };
    });
  }

  async ofSite(scope: Scope, siteId: number, query: SiteLoginListQuery): Promise<Listed> {
    await this.transactions.read(scope, (tx) => this.catalogue.requireSite(tx, siteId));
    return this.list(scope, { ...query, site_id: String(siteId) });
  }

  /** Logins of a site that have nothing of an event yet; the event by id or guid (contract section 5). */
  withoutTickets(
    scope: Scope,
    siteId: number,
    eventKey: string,
    unconfirmed: boolean,
    query: ListQuery,
  ): Promise<Listed> {
    const asked = paging(query, loginSorts, 'name', 'l.id');
    return this.transactions.read(scope, async (tx): Promise<Listed> => {
      await this.catalogue.requireSite(tx, siteId);
      const eventId = await this.catalogue.eventOfPath(tx, siteId, eventKey);
      const where = withoutTickets(siteId, eventId, unconfirmed);
      return { asked, page: await selectPage<LoginSummaryDto>(tx, summaryProjection, where, asked) };
    });
  }

  get(scope: Scope, id: number): Promise<Found<LoginDto>> {
    return this.transactions.read(scope, (tx) => readLogin(tx, id));
  }

  create(scope: Scope, siteId: number, input: LoginInput): Promise<Found<LoginDto>> {
    return this.transactions.run(scope, async (tx) => {
      await this.catalogue.requireSite(tx, siteId);
      const realm_id = await realmForNew(tx, input.realm_id);
      await this.checkBasket(tx, siteId, input.basket);
      const [row, secrets] = split(input);
      const { identifiers } = await tx.manager.insert(Login, { ...row, realm_id, site_id: siteId });
      const { id } = identifiers[0] as { id: number };
      await this.seal(tx, id, realm_id, secrets, {});
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
      const [row, secrets] = split(change);
      await this.checkBasket(tx, before.answer.site_id, change.basket);
      if (Object.keys(row).length > 0) await tx.manager.update(Login, { id }, row);
      await this.seal(tx, id, before.answer.realm_id, secrets, before.secrets);
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

  private async seal(tx: Tx, id: number, realm: number, secrets: Secrets, current: unknown): Promise<void> {
    if (Object.keys(secrets).length === 0) return;
    const sealed = this.sealing.seal({ table: 'logins', row: id, realm }, secrets, current);
    await tx.execute('UPDATE logins SET secrets = $2 WHERE id = $1', [id, JSON.stringify(sealed)]);
  }

  private async checkBasket(tx: Tx, siteId: number, basket: string | null | undefined): Promise<void> {
    if (!basket) return;
    checkBasket(basket, await this.catalogue.namedSite(tx, siteId));
  }
}

/** The columns of a body and its secrets. */
function split<T extends LoginInput | LoginChange>(body: T): [Omit<T, keyof Secrets>, Secrets] {
  const secret = (name: string) => (loginSecrets as readonly string[]).includes(name);
  const entries = Object.entries(body);
  return [
    Object.fromEntries(entries.filter(([name]) => !secret(name))) as Omit<T, keyof Secrets>,
    Object.fromEntries(entries.filter(([name]) => secret(name))),
  ];
}

async function lock(tx: Tx, id: number, ifMatch: string | undefined) {
  await tx.execute('SELECT FROM logins WHERE id = $1 FOR UPDATE', [id]);
  const found = await readLogin(tx, id);
  heedIfMatch(ifMatch, found);
  return found;
}

const record = (
  tx: Tx,
  action: string,
  { id, realm_id }: LoginDto,
  before: object | null,
  after: object | null,
) => audit(tx, { action, entity: 'login', entity_id: id, realm_id, before, after });
