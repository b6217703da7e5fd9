import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, realmSuspended } from '../../platform/errors/api-error';
import type { Scope } from '../../platform/realm-scope/scope';
import { approvalNeeded, type AskedSum } from '../approvals/approval-needs';
import { Commitments } from '../approvals/commitments';
import type { BudgetFields } from '../budget-fields';
import { TaskLifecycleRepository } from '../tasks/lifecycle/task-lifecycle.repository';
import { TaskQueue } from '../tasks/lifecycle/task-queue';
import { JobLaunchRepository } from './job-launch.repository';
import { planDifferences } from './job-plan';
import { JobPlanLinesRepository } from './job-plan-lines.repository';
import { JobPlanning, type PlannedJob } from './job-planning.service';
import type { JobDto, JobInputDto } from './jobs.dto';
import { JobsRepository } from './jobs.repository';

/** What a second person has approved: the launch's budget, and who asked for it. */
export interface ApprovedLaunch {
  budget: number;
  currency: string;
  asked_by: number;
}

/** Launches jobs: rows, timelines and queue entries in one transaction, all or none. */
@Injectable()
export class JobLaunch {
  constructor(
    private readonly transactions: Transactions,
    private readonly planning: JobPlanning,
    private readonly queue: TaskQueue,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly jobs: JobsRepository,
    private readonly launches: JobLaunchRepository,
    private readonly planLines: JobPlanLinesRepository,
    private readonly commitments: Commitments,
  ) {}

  /**
   * 403 in a suspended realm. With `plan_hash`: 409 PLAN_CHANGED with the differences when the plan would now be another.
   * 409 APPROVAL_NEEDED when the launch would break a rule of its realm.
   */
  launch(scope: Scope, input: JobInputDto): Promise<Found<JobDto>> {
    return this.transactions.run(scope, (tx) => this.launchWithin(tx, input));
  }

  /** As `launch`, in the caller's transaction. `approved`: by a second person, whatever the rules say. */
  async launchWithin(tx: Tx, input: JobInputDto, approved?: ApprovedLaunch): Promise<Found<JobDto>> {
    const { spec, plan } = await this.plan(tx, input);
    const lines = plan.lines.filter(({ verdict }) => verdict !== 'blocked');
    const { realm_id, site_id } = spec.template;
    const named = {
      ...spec,
      name: await this.launches.findFreeName(tx, realm_id, spec.name),
      budgets: approved
        ? { ...spec.budgets, budget: approved.budget, budget_currency: approved.currency }
        : await this.boundBudgets(tx, { spec, plan }),
      created_by: approved?.asked_by ?? tx.scope.actor.userId,
    };
    const jobId = await this.launches.insertJob(tx, named, plan.totals);
    await this.planLines.insertLines(tx, realm_id, jobId, plan.lines);
    const tasks = lines.map(({ index, login_id }) => ({ index, login_id: login_id ?? 0 }));
    const queued = spec.draft ? [] : tasks.map(() => ({ site_id }));
    const rows = await this.queue.enqueueWithin(tx, queued, (trace) =>
      this.launches.insertTasks(tx, jobId, named, tasks, trace),
    );
    await this.lifecycle.recordEvents(
      tx,
      rows.map(({ id, status }) => ({
        realm_id,
        task_id: id,
        what: 'launch',
        from: null,
        to: status,
        message: null,
      })),
    );
    await audit(tx, {
      action: 'job.launch',
      entity: 'job',
      entity_id: jobId,
      realm_id,
      after: { name: named.name, tasks: rows.length },
    });
    return this.jobs.get(tx, jobId);
  }

  /** The plan of a launch, if it is still the one that was shown, and a task of it isn't blocked. */
  async plan(tx: Tx, input: JobInputDto): Promise<PlannedJob> {
    const planned = await this.planning.plan(tx, input);
    const { spec, plan } = planned;
    if (!spec.template.realm_active) throw realmSuspended();
    if (input.plan_hash && input.plan_hash !== plan.plan_hash) {
      throw new ApiError('PLAN_CHANGED', 'The plan is no longer the one that was shown', {
        context: {
          plan_hash: plan.plan_hash,
          differences: planDifferences(input.plan_hash, plan),
          totals: plan.totals,
        },
      });
    }
    if (plan.totals.tasks === 0) {
      throw new ApiError('CONFLICT', 'Every task of this launch is blocked', {
        reason: 'LAUNCH_BLOCKED',
        context: { lines: plan.lines.slice(0, 20) },
      });
    }
    return planned;
  }

  /** The budgets of a launch. Under rules it always has one: what it asked for, so that it never spends more than was counted. */
  private async boundBudgets(tx: Tx, planned: PlannedJob): Promise<Required<BudgetFields>> {
    const { budgets, template } = planned.spec;
    const open = await this.commitments.open(tx, template.realm_id);
    if (!open) return budgets;
    const asked = askedOf(planned);
    const need = this.commitments.findNeed(open, asked);
    if (need) throw approvalNeeded(need);
    return { ...budgets, budget: asked.amount, budget_currency: asked.currency };
  }
}

/** What a launch would commit: its budget, else the most that its plan costs, if every seat has a price. */
export function askedOf({ spec: { budgets, event }, plan: { totals } }: PlannedJob): AskedSum {
  const { budget, budget_currency } = budgets;
  if (budget !== null) return { event_id: event.id, amount: budget, currency: budget_currency };
  const [cost] = totals.unpriced.seats > 0 ? [] : totals.costs;
  const isKnown = cost !== undefined && (budget_currency ?? cost.currency) === cost.currency;
  return {
    event_id: event.id,
    amount: isKnown ? cost.max : null,
    currency: budget_currency ?? cost?.currency ?? null,
  };
}
