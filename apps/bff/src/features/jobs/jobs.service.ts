import { isUnfinished, type TaskStatus } from '@tessera/domain';
import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import { Conditions } from '../../platform/database/conditions';
import { HotLists, type CachedListPage } from '../../platform/database/hot-lists';
import { Transactions, type Tx } from '../../platform/database/transactions';
import type { Found } from '../../platform/database/select';
import { inUse, notFound, Problem } from '../../platform/errors/problem';
import { selectPage } from '../../platform/database/select';
import { type ListAnswer, readPagination } from '../../platform/http/list-query';
import { checkIfMatch } from '../../platform/http/versions';
import type { Scope } from '../../platform/realm-scope/scope';
import { JobTargets, lockTasks, Transitions } from '../tasks';
import { jobEventsProjection, jobEventSorts } from './job-events.queries';
import type { JobChangeDto, JobDto, JobEventDto, JobEventsQuery, JobListQuery } from './jobs.dto';
import {
  countPaymentChecks,
  deleteJobRows,
  jobConditions,
  jobsByIds,
  jobSorts,
  lockJob,
  scheduleTasks,
  restoreJobRows,
  jobList,
  updateJob,
} from './jobs.repository';

/** Reads and changes jobs. */
@Injectable()
export class JobsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly hotLists: HotLists,
    private readonly transitions: Transitions,
    private readonly targets: JobTargets,
  ) {}

  list(scope: Scope, query: JobListQuery, ifNoneMatch?: string): Promise<CachedListPage> {
    const pagination = readPagination(query, jobSorts, '-created_at', 'j.id');
    const where = () => jobConditions(query);
    return this.hotLists.read(scope, jobList(query), { query, pagination, where, ifNoneMatch });
  }

  get(scope: Scope, id: number): Promise<Found<JobDto>> {
    return this.transactions.read(scope, (tx) => readJob(tx, id));
  }

  /** A job's timeline, newest first. */
  events(scope: Scope, id: number, query: JobEventsQuery): Promise<ListAnswer<JobEventDto>> {
    const pagination = readPagination(query, jobEventSorts, '-at', 'v.place');
    return this.transactions.read(scope, async (tx) => {
      await readJob(tx, id);
      const where = new Conditions().equal('j.id', id).add('v.at IS NOT NULL');
      return { pagination, page: await selectPage<JobEventDto>(tx, jobEventsProjection, where, pagination) };
    });
  }

  /** Jobs by id in the caller's transaction, in the order asked. */
  async byIds(tx: Tx, ids: readonly number[]): Promise<JobDto[]> {
    const found = new Map((await jobsByIds(tx, ids)).map(({ version: _, ...job }) => [job.id, job]));
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /** Name and target at any time; `scheduled_at` while nothing has started, and its tasks move with it. */
  change(
    scope: Scope,
    id: number,
    change: JobChangeDto,
    ifMatch: string | undefined,
  ): Promise<Found<JobDto>> {
    return this.transactions.run(scope, async (tx) => {
      const { row, before } = await this.lock(tx, id, ifMatch);
      const moves = change.scheduled_at !== undefined;
      if (moves && hasStarted(before.answer)) {
        throw new Problem('INVALID_STATE', 'The job has started, so its time stays', {
          reason: 'JOB_STARTED',
          context: { from: before.answer.status, command: 'schedule', allowed: ['draft', 'scheduled'] },
        });
      }
      await updateJob(tx, id, { ...before.answer, ...change });
      if (moves) {
        await scheduleTasks(tx, id, change.scheduled_at ?? null, row.config.launch_delay ?? 0);
        await this.transitions.enqueue(
          tx,
          await lockTasks(tx, "t.job_id = $1 AND t.status = 'scheduled' AND NOT t.paused", [id]),
        );
      }
      await this.targets.settle(tx, [id]);
      const after = await readJob(tx, id);
      await note(tx, 'job.update', before.answer, after.answer);
      return after;
    });
  }

  /** Soft, with its tasks; 409 IN_USE while any is unfinished. */
  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { before } = await this.lock(tx, id, ifMatch);
      const unfinished = countWhere(before.answer, isUnfinished);
      if (unfinished > 0) throw inUse({ unfinished_tasks: unfinished });
      const checks = await countPaymentChecks(tx, id);
      if (checks > 0) throw inUse({ payment_checks: checks });
      await deleteJobRows(tx, id);
      await note(tx, 'job.delete', before.answer, null);
    });
  }

  restore(scope: Scope, id: number): Promise<Found<JobDto>> {
    return this.transactions.run(scope, async (tx) => {
      const restored = await restoreJobRows(tx, id);
      const after = await readJob(tx, id);
      if (restored) await note(tx, 'job.restore', null, after.answer);
      return after;
    });
  }

  private async lock(tx: Tx, id: number, ifMatch: string | undefined) {
    const row = await lockJob(tx, id);
    if (!row) throw notFound('Job');
    const before = await readJob(tx, id);
    checkIfMatch(ifMatch, before, before.answer);
    return { row, before };
  }
}

/** One job; 404 when it isn't there or not the scope's. */
export async function readJob(tx: Tx, id: number): Promise<Found<JobDto>> {
  const [row] = await jobsByIds(tx, [id]);
  if (!row) throw notFound('Job');
  const { version, ...answer } = row;
  return { version, answer };
}

const countWhere = ({ counts }: JobDto, holds: (status: TaskStatus) => boolean): number =>
  Object.entries(counts).reduce((sum, [status, count]) => sum + (holds(status as TaskStatus) ? count : 0), 0);

const hasStarted = (job: JobDto): boolean =>
  countWhere(job, (status) => !['idle', 'scheduled'].includes(status)) > 0;

const note = (tx: Tx, action: AuditAction, before: JobDto | null, after: JobDto | null): Promise<void> =>
  audit(tx, {
    action,
    entity: 'job',
    entity_id: (after ?? before)?.id ?? null,
    realm_id: (after ?? before)?.realm_id ?? null,
    before,
    after,
  });
