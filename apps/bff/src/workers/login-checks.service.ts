import { Injectable } from '@nestjs/common';
import { CatalogueLookup } from '../catalogue';
import type { AuditAction } from '../platform/audit/actions';
import { audit } from '../platform/audit/audit';
import { Transactions, type Tx } from '../platform/database/transactions';
import { notFound } from '../platform/errors/api-error';
import { existingRealm, realmForNew } from '../platform/realm-scope/realm-for-new';
import { rejectSuspended } from '../platform/realm-scope/realm-status.repository';
import { ownRealm, type Scope } from '../platform/realm-scope/scope';
import { LoginLookup } from '../work';
import type {
  AskedLoginChecksDto,
  LoginCheckDto,
  LoginCheckQuery,
  LoginChecksInput,
  LoginChecksWithdrawal,
  WithdrawnLoginChecksDto,
} from './login-checks.dto';
import { LoginChecksRepository } from './login-checks.repository';

/** Checks of logins: of those planned for an event, before its on-sale, and of chosen ones. */
@Injectable()
export class LoginChecksService {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalogue: CatalogueLookup,
    private readonly logins: LoginLookup,
    private readonly checks: LoginChecksRepository,
  ) {}

  get(scope: Scope, eventId: number, { realm_id }: LoginCheckQuery): Promise<LoginCheckDto> {
    const realm =
      realm_id === undefined || scope.kind === 'all' ? (realm_id ?? null) : ownRealm(scope, realm_id);
    return this.transactions.read(scope, async (tx) =>
      this.read(tx, eventId, await this.requireSite(tx, eventId), realm),
    );
  }

  /** Asks for a check of each planned login that none is open for. */
  ask(scope: Scope, eventId: number, { realm_id }: LoginCheckQuery): Promise<LoginCheckDto> {
    return this.transactions.run(scope, async (tx) => {
      const siteId = await this.requireSite(tx, eventId);
      const realm = await realmForNew(tx, realm_id);
      const from = await this.checks.lockFreeMoment(tx, siteId);
      const loginIds = await this.checks.findPlannedIds(tx, eventId, realm);
      const asked = await this.checks.ask(tx, { siteId, loginIds, from }, eventId);
      await audit(tx, {
        action: 'event.login_check',
        entity: 'event',
        entity_id: eventId,
        realm_id: realm,
        after: { logins: asked.length },
      });
      return this.read(tx, eventId, siteId, realm);
    });
  }

  /** Withdraws what no worker has yet. */
  withdraw(scope: Scope, eventId: number, { realm_id }: LoginCheckQuery): Promise<LoginCheckDto> {
    return this.transactions.run(scope, async (tx) => {
      const siteId = await this.requireSite(tx, eventId);
      const { id: realm } = await existingRealm(tx, realm_id);
      const logins = await this.checks.withdrawOfEvent(tx, eventId, realm);
      await audit(tx, {
        action: 'event.login_check_withdraw',
        entity: 'event',
        entity_id: eventId,
        realm_id: realm,
        after: { logins },
      });
      return this.read(tx, eventId, siteId, realm);
    });
  }

  /**
   * Asks for a check of those of the logins that are enabled and have none open, or says what this would do.
   *
   * @throws 400 naming `login_ids` unless all are of the site, and 403 for logins of a suspended realm
   */
  askChosen(
    scope: Scope,
    siteId: number,
    { login_ids, preview }: LoginChecksInput,
  ): Promise<AskedLoginChecksDto> {
    return this.transactions.run(scope, async (tx) => {
      const realms = await this.findRealms(tx, siteId, login_ids);
      await rejectSuspended(tx, realms);
      const from = await this.checks.lockFreeMoment(tx, siteId);
      const requested = { siteId, loginIds: login_ids, from };
      const figures = await this.checks.preview(tx, requested);
      if (!preview) await auditChosen(tx, 'site.login_check', siteId, await this.checks.ask(tx, requested));
      const [realm = null, ...others] = realms;
      const workers = await this.checks.countCheckers(tx, siteId, others.length > 0 ? null : realm);
      return { ...figures, workers };
    });
  }

  /**
   * Withdraws what no worker has yet.
   *
   * @throws 400 naming `login_ids` unless all are of the site
   */
  withdrawChosen(
    scope: Scope,
    siteId: number,
    { login_ids }: LoginChecksWithdrawal,
  ): Promise<WithdrawnLoginChecksDto> {
    return this.transactions.run(scope, async (tx) => {
      await this.findRealms(tx, siteId, login_ids);
      const withdrawn = await this.checks.withdraw(tx, login_ids);
      await auditChosen(tx, 'site.login_check_withdraw', siteId, withdrawn);
      return { withdrawn: withdrawn.length, running: await this.checks.countOpen(tx, login_ids) };
    });
  }

  /** The realms of the logins, which must be of the site. */
  private async findRealms(tx: Tx, siteId: number, loginIds: readonly number[]): Promise<number[]> {
    await this.catalogue.requireSite(tx, siteId);
    const logins = await this.logins.resolveLogins(tx, loginIds, siteId);
    return [...new Set(logins.map(({ realm_id }) => realm_id))];
  }

  private async requireSite(tx: Tx, eventId: number): Promise<number> {
    const siteId = await this.checks.findEventSite(tx, eventId);
    if (siteId === undefined) throw notFound('Event');
    return siteId;
  }

  private async read(tx: Tx, eventId: number, siteId: number, realm: number | null): Promise<LoginCheckDto> {
    const logins = await this.checks.findLogins(tx, eventId, realm);
    const countOf = (state: (typeof logins)[number]['state']) =>
      logins.filter((login) => login.state === state).length;
    return {
      event_id: eventId,
      planned: logins.length,
      unchecked: countOf('unchecked'),
      waiting: countOf('waiting'),
      running: countOf('running'),
      active: countOf('active'),
      wrong_password: countOf('wrong_password'),
      locked: countOf('locked'),
      code_needed: countOf('code_needed'),
      unknown: countOf('unknown'),
      workers: await this.checks.countCheckers(tx, siteId, realm),
      checked_at: latest(logins.map(({ checked_at }) => checked_at)),
      ends_at: latest(logins.map(({ due_at }) => due_at)),
      logins,
    };
  }
}

/** Records in each realm how many of its logins it was; `realms` has the realm of each. */
async function auditChosen(
  tx: Tx,
  action: AuditAction,
  siteId: number,
  realms: readonly number[],
): Promise<void> {
  for (const realm_id of new Set(realms)) {
    const logins = realms.filter((realm) => realm === realm_id).length;
    await audit(tx, { action, entity: 'site', entity_id: siteId, realm_id, after: { logins } });
  }
}

const latest = (instants: readonly (Date | null)[]): Date | null =>
  instants.reduce((last, at) => (last === null || (at !== null && at > last) ? at : last), null);
