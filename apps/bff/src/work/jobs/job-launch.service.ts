import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import type { Found } from '../../platform/database/select';
import { Transactions } from '../../platform/database/transactions';
import { ApiError, realmSuspended } from '../../platform/errors/api-error';
import type { Scope } from '../../platform/realm-scope/scope';
import { TaskLifecycleRepository } from '../tasks/lifecycle/task-lifecycle.repository';
import { TaskQueue } from '../tasks/lifecycle/task-queue';
import { JobLaunchRepository } from './job-launch.repository';
import { planDifferences } from './job-plan';
import { JobPlanLinesRepository } from './job-plan-lines.repository';
import { JobPlanning } from './job-planning.service';
import type { JobDto, JobInputDto } from './jobs.dto';
import { JobsRepository } from './jobs.repository';

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
  ) {}

  /** 403 in a suspended realm. With `plan_hash`: 409 PLAN_CHANGED with the differences when the plan would now be another. */
  launch(scope: Scope, input: JobInputDto): Promise<Found<JobDto>> {
    return this.transactions.run(scope, async (tx) => {
      const { spec, plan } = await this.planning.plan(tx, input);
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
      const lines = plan.lines.filter(({ verdict }) => verdict !== 'blocked');
      if (lines.length === 0) {
        throw new ApiError('CONFLICT', 'Every task of this launch is blocked', {
          reason: 'LAUNCH_BLOCKED',
          context: { lines: plan.lines.slice(0, 20) },
        });
      }
      const { realm_id, site_id } = spec.template;
      const named = { ...spec, name: await this.launches.findFreeName(tx, realm_id, spec.name) };
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
    });
  }
}
