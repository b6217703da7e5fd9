import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { countTasks, mayDeleteJob, mayMoveJob, unfinishedStatuses } from '@tessera/domain';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import type { CachedListPage } from '../../platform/database/hot-lists';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, inUse, notFound } from '../../platform/errors/api-error';
import type { ListResponse } from '../../platform/http/list-query';
import { checkIfMatch } from '../../platform/http/versions';
import type { Scope } from '../../platform/realm-scope/scope';
import { Commitments } from '../approvals/commitments';
import { budgetsOf, checkBudgets } from '../budget-fields';
import { JobTargets } from '../tasks/lifecycle/job-targets';
import { TaskLifecycleRepository } from '../tasks/lifecycle/task-lifecycle.repository';
import { TaskQueue } from '../tasks/lifecycle/task-queue';
import { JobEventsRepository } from './job-events.repository';
import type { JobChangeDto, JobDto, JobEventDto, JobEventsQuery, JobListQuery } from './jobs.dto';
import { JobsRepository, type LockedJob } from './jobs.repository';

/** Reads and changes jobs. */
@Injectable()
export class JobsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly queue: TaskQueue,
    private readonly targets: JobTargets,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly jobs: JobsRepository,
    private readonly timelines: JobEventsRepository,
    private readonly commitments: Commitments,
  ) {}

  list(scope: Scope, query: JobListQuery, ifNoneMatch?: string): Promise<CachedListPage> {
    return this.jobs.list(scope, query, ifNoneMatch);
  }

  /** @throws 404, for a job that can be restored with the reason DELETED, its name and when it was deleted */
  get(scope: Scope, id: number): Promise<Found<JobDto>> {
    return this.transactions.read(scope, async (tx) => {
      const found = await this.jobs.findJob(tx, id);
      if (found) return found;
      const deleted = await this.jobs.findDeleted(tx, id);
      if (!deleted) throw notFound('Job');
      throw new ApiError('NOT_FOUND', 'Job not found', { reason: 'DELETED', context: deleted });
    });
  }

  /** The budget of a job, with its event; undefined when the scope doesn't see the job. */
  async findBudget(
    tx: Tx,
    id: number,
  ): Promise<
    | (Pick<JobDto, 'realm_id' | 'event_id' | 'name'> & { amount: number | null; currency: string | null })
    | undefined
  > {
    const found = await this.jobs.findJob(tx, id);
    if (!found) return undefined;
    const { realm_id, event_id, name, budget: amount, budget_currency: currency } = found.row;
    return { realm_id, event_id, name, amount, currency };
  }

  /** A job's timeline, newest first. */
  listEvents(scope: Scope, id: number, query: JobEventsQuery): Promise<ListResponse<JobEventDto>> {
    return this.transactions.readList(scope, async (tx) => {
      await this.jobs.get(tx, id);
      return this.timelines.list(tx, id, query);
    });
  }

  /**
   * Changes name and target at any time, and `scheduled_at` and `launch_delay` with the tasks' starts until one has started. 409 APPROVAL_NEEDED
   * for a budget that breaks a rule of the realm.
   */
  change(
    scope: Scope,
    id: number,
    change: JobChangeDto,
    ifMatch: string | undefined,
  ): Promise<Found<JobDto>> {
    return this.transactions.run(scope, (tx) => this.changeWithin(tx, id, change, { ifMatch }));
  }

  /** As `change`, in the caller's transaction. `approved`: by a second person, whatever the rules say. */
  async changeWithin(
    tx: Tx,
    id: number,
    change: JobChangeDto,
    { ifMatch, approved = false }: { ifMatch?: string | undefined; approved?: boolean },
  ): Promise<Found<JobDto>> {
    const { row, before } = await this.lock(tx, id, ifMatch);
    const changed = { ...before.row, ...change };
    checkBudgets(changed);
    const setsBudgets = !isDeepStrictEqual(budgetsOf(changed), budgetsOf(before.row));
    const open = setsBudgets && !approved ? await this.commitments.open(tx, before.row.realm_id) : null;
    if (setsBudgets) await this.jobs.beginSettingBudgets(tx, before.row.realm_id);
    const delayBefore = row.config.launch_delay ?? 0;
    const delay = change.launch_delay ?? delayBefore;
    const reschedules = change.scheduled_at !== undefined || change.launch_delay !== undefined;
    if (reschedules && !mayMoveJob(before.row)) {
      throw new ApiError('INVALID_STATE', "The job has started, so its start time can't change", {
        reason: 'JOB_STARTED',
        context: { from: before.row.status, command: 'schedule', allowed: ['draft', 'scheduled'] },
      });
    }
    await this.jobs.updateJob(tx, id, changed);
    await this.commitments.requireWithin(tx, open, changed.budget ?? undefined);
    if (delay !== delayBefore) await this.jobs.setLaunchDelay(tx, id, delay);
    // A draft without a start has none to spread.
    if (change.scheduled_at !== undefined || (reschedules && before.row.scheduled_at !== null)) {
      await this.jobs.scheduleTasks(tx, id, changed.scheduled_at, delay);
      await this.queue.put(tx, await this.lifecycle.lockScheduledOfJob(tx, id));
    }
    await this.targets.stopWonJobs(tx, [id]);
    const after = await this.jobs.get(tx, id);
    // The configuration as a whole may name ten thousand logins.
    const { config } = before.row;
    await auditChange(
      tx,
      'job.update',
      { ...before.row, launch_delay: delayBefore },
      { ...after.row, config, launch_delay: delay },
    );
    return after;
  }

  /** Soft delete, with the job's tasks. @throws 409 IN_USE while one is unfinished or needs a payment check */
  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { before } = await this.lock(tx, id, ifMatch);
      if (!mayDeleteJob(before.row))
        throw inUse({ unfinished_tasks: countTasks(before.row, unfinishedStatuses) });
      const checks = await this.jobs.countPaymentChecks(tx, id);
      if (checks > 0) throw inUse({ payment_checks: checks });
      await this.jobs.softDelete(tx, id);
      await auditChange(tx, 'job.delete', before.row, null);
    });
  }

  restore(scope: Scope, id: number): Promise<Found<JobDto>> {
    return this.transactions.run(scope, async (tx) => {
      const restored = await this.jobs.restore(tx, id);
      const after = await this.jobs.get(tx, id);
      if (restored) await auditChange(tx, 'job.restore', null, after.row);
      return after;
    });
  }

  /** @throws 404, or 412 when `If-Match` names another version */
  private async lock(
    tx: Tx,
    id: number,
    ifMatch: string | undefined,
  ): Promise<{ row: LockedJob; before: Found<JobDto> }> {
    const row = await this.jobs.lock(tx, id);
    if (!row) throw notFound('Job');
    const before = await this.jobs.get(tx, id);
    checkIfMatch(ifMatch, before, before.row);
    return { row, before };
  }
}

const auditChange = (
  tx: Tx,
  action: AuditAction,
  before: (JobDto & { launch_delay?: number }) | null,
  after: (JobDto & { launch_delay?: number }) | null,
): Promise<void> =>
  audit(tx, {
    action,
    entity: 'job',
    entity_id: (after ?? before)?.id ?? null,
    realm_id: (after ?? before)?.realm_id ?? null,
    before,
    after,
  });
