import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { addedTo, type ApprovalNeed, approvalNeeded, type AskedSum, findNeed } from './approval-needs';
import {
  type ApprovalRules,
  type Commitment,
  CommitmentsRepository,
  type LimitName,
} from './commitments.repository';

/** A realm's rules with what was committed before a change; nobody else commits until the transaction ends. */
export interface OpenCommitments {
  realm_id: number;
  rules: ApprovalRules;
  before: Commitment[];
}

/** A budget of an event or a month. */
export interface SetBudget {
  amount: number;
  currency: string;
}

/**
 * The one place that decides whether something needs an approval: launches, raised budgets, and tasks without a job. Starting,
 * retrying and restoring ask for nothing, since what can be started counts as committed all along and its budget binds.
 */
@Injectable()
export class Commitments {
  constructor(private readonly commitments: CommitmentsRepository) {}

  /** Null in a realm without rules. Call it before the change. */
  async open(tx: Tx, realmId: number): Promise<OpenCommitments | null> {
    // Without rules nothing waits: a change beside the first rules of a realm comes before them.
    if (!(await this.commitments.findRules(tx, realmId))) return null;
    await this.commitments.lock(tx, realmId);
    const rules = await this.commitments.findRules(tx, realmId);
    return rules && { realm_id: realmId, rules, before: await this.commitments.read(tx, realmId) };
  }

  /** As `open`, which locks nothing. */
  async read(tx: Tx, realmId: number): Promise<OpenCommitments | null> {
    const rules = await this.commitments.findRules(tx, realmId);
    return rules && { realm_id: realmId, rules, before: await this.commitments.read(tx, realmId) };
  }

  /** The rule that a sum would break. */
  findNeed(open: OpenCommitments, asked: AskedSum, total?: number): ApprovalNeed | null {
    return findNeed(open.rules, open.before, [asked], total);
  }

  /** @throws 409 APPROVAL_NEEDED when a sum would break a rule */
  requireRoom(open: OpenCommitments, asked: AskedSum): void {
    const need = this.findNeed(open, asked);
    if (need) throw approvalNeeded(need);
  }

  /**
   * Checks a change that was made: it is taken back by the error.
   *
   * @throws 409 APPROVAL_NEEDED when it commits more than a rule allows
   */
  async requireWithin(tx: Tx, open: OpenCommitments | null, total?: number): Promise<void> {
    if (!open) return;
    const added = addedTo(open.before, await this.commitments.read(tx, open.realm_id));
    const need = findNeed(open.rules, open.before, added, total);
    if (need) throw approvalNeeded(need, 'BUDGET_REQUIRED');
  }

  /** Makes a change of tasks of several realms, as `requireWithin`. */
  async within<T>(tx: Tx, realmIds: readonly number[], change: () => Promise<T>, total?: number): Promise<T> {
    const opened: (OpenCommitments | null)[] = [];
    for (const realmId of [...new Set(realmIds)].sort((a, b) => a - b))
      opened.push(await this.open(tx, realmId));
    const result = await change();
    for (const open of opened) await this.requireWithin(tx, open, total);
    return result;
  }

  /** Whether setting the budget of an event or a month raises it above its rule, as `findNeed`. Removing one is a raise. */
  async findNeedOfBudget(
    tx: Tx,
    realmId: number,
    rule: Exclude<LimitName, 'per_launch'>,
    before: SetBudget | null,
    after: SetBudget | null,
  ): Promise<ApprovalNeed | null> {
    const rules = await this.commitments.findRules(tx, realmId);
    if (!rules || before === null) return null;
    if (after?.currency === before.currency && after.amount <= before.amount) return null;
    const { currency } = rules;
    const { amount, currency: askedCurrency } = after ?? { amount: null, currency };
    const only = { currency, per_launch: null, per_event: null, per_month: null, [rule]: rules[rule] };
    const need = findNeed(only, [], [{ event_id: 0, amount, currency: askedCurrency }]);
    return need && { ...need, committed: before.amount };
  }

  /** Whether a realm has rules, so that nothing may be held without a budget. */
  async hasRules(tx: Tx, realmId: number): Promise<boolean> {
    return (await this.commitments.findRules(tx, realmId)) !== null;
  }
}
