import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { can, permissionsOf, sumAmounts } from '@tessera/domain';
import type { Tx } from '../../platform/database/transactions';
import { ApiError, invalid } from '../../platform/errors/api-error';
import type { FieldErrorCode } from '../../platform/errors/field-error-codes';
import { requireExactAmount } from '../../platform/http/text-fields';
import { realmForNew } from '../../platform/realm-scope/realm-for-new';
import {
  type ApprovalNeed,
  askedOf,
  Commitments,
  type JobInputDto,
  JobLaunch,
  JobsService,
} from '../../work';
import { BudgetsRepository } from '../budgets/budgets.repository';
import { budgetOf } from '../budgets/budgets.service';
import type { AskApprovalInput, AskedBudget } from './approvals.dto';
import { ApprovalsRepository, type NewApproval } from './approvals.repository';

/** The columns of a request that only a launch has. */
const noLaunch = { plan_hash: null, plan: null, cost: null, unpriced_seats: null, scheduled_at: null };

/** Freezes what people ask for: an approval does exactly that, or nothing. */
@Injectable()
export class ApprovalFreezing {
  constructor(
    private readonly approvals: ApprovalsRepository,
    private readonly commitments: Commitments,
    private readonly launches: JobLaunch,
    private readonly jobs: JobsService,
    private readonly present: BudgetsRepository,
  ) {}

  /** A request as it is kept: what is asked, and what it would do. */
  async freeze(tx: Tx, input: AskApprovalInput): Promise<NewApproval> {
    const { kind, launch, budget, reason } = input;
    if (kind === 'launch') {
      if (budget) throw wrong('budget', 'has no meaning for a launch', 'INVALID');
      if (!launch) throw wrong('launch', 'is required', 'REQUIRED');
      return { ...(await this.freezeLaunch(tx, launch)), kind, reason };
    }
    if (launch) throw wrong('launch', `has no meaning for ${kind}`, 'INVALID');
    if (!budget) throw wrong('budget', 'is required', 'REQUIRED');
    const { amount, currency } = budget;
    if (amount !== null) requireExactAmount('budget.amount', amount, currency);
    const own = { kind, reason, body: budget, asked: amount, currency, ...noLaunch };
    if (kind === 'job_budget') return { ...own, ...(await this.freezeJobBudget(tx, budget)) };
    if (!can(permissionsOf(tx.scope.actor.role ?? 'realm_user'), 'write', 'own'))
      throw new ApiError('FORBIDDEN', 'Budgets of events and months are asked for by those who set them');
    const realm_id = await realmForNew(tx, input.realm_id);
    if (kind === 'event_budget') {
      const { event_id } = budget;
      if (event_id === undefined) throw wrong('budget.event_id', 'is required', 'REQUIRED');
      const name = await this.approvals.findEventName(tx, event_id);
      if (name === undefined) throw wrong('budget.event_id', 'names no event', 'NOT_FOUND');
      const before = await this.present.findForEvent(tx, realm_id, event_id);
      requireNeed(
        await this.commitments.findNeedOfBudget(
          tx,
          realm_id,
          'per_event',
          before,
          budgetOf(amount, currency),
        ),
      );
      return { ...own, realm_id, event_id, job_id: null, name, object: `${event_id}` };
    }
    const before = budgetOf(await this.present.findForMonth(tx, realm_id, currency), currency);
    requireNeed(
      await this.commitments.findNeedOfBudget(tx, realm_id, 'per_month', before, budgetOf(amount, currency)),
    );
    return { ...own, realm_id, event_id: null, job_id: null, name: currency, object: currency };
  }

  private async freezeLaunch(tx: Tx, launch: JobInputDto): Promise<Omit<NewApproval, 'kind' | 'reason'>> {
    const { plan_hash } = launch;
    if (!plan_hash) throw wrong('launch.plan_hash', 'is required', 'REQUIRED');
    const planned = await this.launches.plan(tx, launch);
    const { spec, plan } = planned;
    const { realm_id } = spec.template;
    const asked = askedOf(planned);
    const open = await this.commitments.read(tx, realm_id);
    requireNeed(open && this.commitments.findNeed(open, asked));
    const [cost = null] = plan.totals.costs;
    return {
      realm_id,
      object: createHash('sha256').update(plan_hash).digest('base64url'),
      body: launch,
      plan_hash,
      plan: plan.totals,
      event_id: spec.event.id,
      job_id: null,
      name: spec.name,
      cost,
      unpriced_seats: plan.totals.unpriced.seats,
      asked: asked.amount,
      currency: asked.currency ?? open?.rules.currency ?? null,
      scheduled_at: spec.scheduled_at,
    };
  }

  private async freezeJobBudget(
    tx: Tx,
    { job_id, amount, currency }: AskedBudget,
  ): Promise<Pick<NewApproval, 'realm_id' | 'event_id' | 'job_id' | 'name' | 'object'>> {
    if (job_id === undefined) throw wrong('budget.job_id', 'is required', 'REQUIRED');
    if (amount === null)
      throw wrong('budget.amount', 'is required: under rules a job has a budget', 'REQUIRED');
    const job = await this.jobs.findBudget(tx, job_id);
    if (!job) throw wrong('budget.job_id', 'names no job', 'NOT_FOUND');
    const { realm_id, event_id, name } = job;
    const had = job.currency === currency ? (job.amount ?? 0) : 0;
    const open = await this.commitments.read(tx, realm_id);
    const more = sumAmounts([amount, -had]);
    requireNeed(
      open && more > 0 ? this.commitments.findNeed(open, { event_id, amount: more, currency }, amount) : null,
    );
    return { realm_id, event_id, job_id, name, object: `${job_id}` };
  }
}

function requireNeed(need: ApprovalNeed | null): void {
  if (!need)
    throw new ApiError('CONFLICT', 'The rules of the realm need no approval for this', {
      reason: 'NO_APPROVAL_NEEDED',
    });
}

export const wrong = (field: string, what: string, code: FieldErrorCode) =>
  invalid([{ field, message: `${field} ${what}`, code }]);
