import { Injectable } from '@nestjs/common';
import { audit } from '../platform/audit/audit';
import { Transactions, type Tx } from '../platform/database/transactions';
import { notFound } from '../platform/errors/api-error';
import { existingRealm, realmForNew } from '../platform/realm-scope/realm-for-new';
import { ownRealm, type Scope } from '../platform/realm-scope/scope';
import type { LoginCheckDto, LoginCheckQuery } from './login-checks.dto';
import { LoginChecksRepository } from './login-checks.repository';

/** The check of an event's planned logins before its on-sale. */
@Injectable()
export class LoginChecksService {
  constructor(
    private readonly transactions: Transactions,
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
      const logins = await this.checks.ask(tx, eventId, siteId, realm);
      await audit(tx, {
        action: 'event.login_check',
        entity: 'event',
        entity_id: eventId,
        realm_id: realm,
        after: { logins },
      });
      return this.read(tx, eventId, siteId, realm);
    });
  }

  /** Withdraws what no worker has yet. */
  withdraw(scope: Scope, eventId: number, { realm_id }: LoginCheckQuery): Promise<LoginCheckDto> {
    return this.transactions.run(scope, async (tx) => {
      const siteId = await this.requireSite(tx, eventId);
      const { id: realm } = await existingRealm(tx, realm_id);
      const logins = await this.checks.withdraw(tx, eventId, realm);
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

const latest = (instants: readonly (Date | null)[]): Date | null =>
  instants.reduce((last, at) => (last === null || (at !== null && at > last) ? at : last), null);
