import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { Transactions } from '../../platform/database/transactions';
import { requireExactAmount } from '../../platform/http/text-fields';
import { existingRealm } from '../../platform/realm-scope/realm-for-new';
import type { Scope } from '../../platform/realm-scope/scope';
import type { ApprovalRulesDto, ApprovalRulesInput, ApprovalRulesQuery } from './approval-rules.dto';
import { type ApprovalRules, CommitmentsRepository, limitNames } from './commitments.repository';

/** From which sums a second person decides in a realm: owners and administrators set it. */
@Injectable()
export class ApprovalRulesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly commitments: CommitmentsRepository,
  ) {}

  get(scope: Scope, { realm_id }: ApprovalRulesQuery): Promise<ApprovalRulesDto> {
    return this.transactions.read(scope, async (tx) => {
      if (scope.kind === 'none') return toDto(null, null);
      const { id } = await existingRealm(tx, realm_id);
      return toDto(id, await this.commitments.findRules(tx, id));
    });
  }

  /** Replaces a realm's rules. What was launched before without a budget holds no more seats under a rule. */
  set(scope: Scope, { realm_id, ...rules }: ApprovalRulesInput): Promise<ApprovalRulesDto> {
    for (const name of limitNames)
      if (rules[name] !== null) requireExactAmount(name, rules[name], rules.currency);
    return this.transactions.run(scope, async (tx) => {
      const { id } = await existingRealm(tx, realm_id);
      await this.commitments.lock(tx, id);
      const before = await this.commitments.findRules(tx, id);
      const after = limitNames.some((name) => rules[name] !== null) ? rules : null;
      await this.commitments.setRules(tx, id, after);
      await audit(tx, {
        action: 'realm.approval_rules',
        entity: 'realm',
        entity_id: id,
        realm_id: id,
        before,
        after,
      });
      return toDto(id, after);
    });
  }
}

const toDto = (realm_id: number | null, rules: ApprovalRules | null): ApprovalRulesDto => ({
  realm_id,
  ...(rules ?? { currency: null, per_launch: null, per_event: null, per_month: null }),
});
