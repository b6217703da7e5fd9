import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { SessionsRepository } from '../../platform/auth/sessions.repository';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { notFound } from '../../platform/errors/api-error';
import { personalScope, type Scope } from '../../platform/realm-scope/scope';
import type { SecondFactorRuleDto, SecondFactorRuleInput } from './second-factor-rules.dto';
import { SecondFactorRulesRepository } from './second-factor-rules.repository';

const DEFAULT_DAYS = 14;

/** Who must have a second factor: owners say so for their realm, administrators for each realm and for themselves. */
@Injectable()
export class SecondFactorRulesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly rules: SecondFactorRulesRepository,
    private readonly sessions: SessionsRepository,
  ) {}

  /** @param realmId null: administrators */
  get(scope: Scope, realmId: number | null): Promise<SecondFactorRuleDto> {
    return this.transactions.read(personalScope(scope), async (tx) => {
      await this.requireVisible(tx, scope, realmId);
      return this.rules.readRule(tx, realmId);
    });
  }

  /** Takes effect within a second: who has none by then reaches only what sets one up. */
  set(
    scope: Scope,
    realmId: number | null,
    { required, days = DEFAULT_DAYS }: SecondFactorRuleInput,
  ): Promise<SecondFactorRuleDto> {
    return this.transactions.run(personalScope(scope), async (tx) => {
      await this.requireVisible(tx, scope, realmId);
      const before = await this.rules.readRule(tx, realmId);
      await (required ? this.rules.setRule(tx, realmId, days) : this.rules.removeRule(tx, realmId));
      const after = await this.rules.readRule(tx, realmId);
      await (realmId === null
        ? this.sessions.publishAdministratorsChange(tx)
        : this.sessions.publishRealmChange(tx, realmId));
      await audit(tx, {
        ...(realmId === null
          ? { action: 'user.second_factor_rule', entity: 'user' }
          : { action: 'realm.second_factor', entity: 'realm' }),
        entity_id: realmId,
        realm_id: realmId,
        before,
        after,
      });
      return after;
    });
  }

  private async requireVisible(tx: Tx, scope: Scope, realmId: number | null): Promise<void> {
    if (realmId === null) return;
    const isOwn = scope.kind === 'all' || (scope.kind === 'realm' && scope.realmId === realmId);
    if (!isOwn || !(await this.rules.realmExists(tx, realmId))) throw notFound('Realm');
  }
}
