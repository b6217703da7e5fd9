import { Injectable } from '@nestjs/common';
import { failedStatuses, isStarting, type TaskOutcome, type TaskParent } from '@tessera/domain';
import { audit } from '../../platform/audit/audit';
import { Transactions } from '../../platform/database/transactions';
import { notFound } from '../../platform/errors/api-error';
import { rejectSuspended } from '../../platform/realm-scope/realm-status.repository';
import type { Scope } from '../../platform/realm-scope/scope';
import { BulkProgress } from '../tasks/lifecycle/bulk-progress';
import { MAX_TASKS_PER_JOB, TaskLifecycleRepository } from '../tasks/lifecycle/task-lifecycle.repository';
import { deletedParentCode } from '../tasks/lifecycle/task-reasons';
import { Transitions } from '../tasks/lifecycle/transitions';
import { commandRequest } from '../tasks/task-commands.service';
import { TasksRepository } from '../tasks/tasks.repository';
import { undoSteps } from '../tasks/undo-steps';
import type { JobCommand, JobControlAnswer, SkipCode } from './jobs.dto';
import { JobsRepository } from './jobs.repository';

/** Commands for all of a job's tasks. At the realm's limit either all of them start or none. */
@Injectable()
export class JobControl {
  constructor(
    private readonly transactions: Transactions,
    private readonly transitions: Transitions,
    private readonly tasks: TasksRepository,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly jobs: JobsRepository,
    private readonly bulks: BulkProgress,
  ) {}

  controlJob(scope: Scope, id: number, command: JobCommand): Promise<JobControlAnswer> {
    return this.transactions.run(scope, async (tx) => {
      const job = await this.jobs.lock(tx, id);
      if (!job) throw notFound('Job');
      const taskCommand = command === 'retry_failed' ? 'start' : command;
      if (isStarting(taskCommand)) await rejectSuspended(tx, [job.realm_id]);
      const { row: before } = await this.jobs.get(tx, id);
      // A draft starts as its launch would have: with the launch delay between two tasks.
      if (command === 'start' && before.status === 'draft') {
        await this.jobs.scheduleTasks(
          tx,
          id,
          futureInstant(before.scheduled_at),
          job.config.launch_delay ?? 0,
        );
      }
      const named = {
        job_id: String(id),
        ...(command === 'retry_failed' && { status: failedStatuses.join() }),
      };
      await this.bulks.supersede(tx, await this.tasks.findIds(tx, named, MAX_TASKS_PER_JOB));
      const rows = await this.lifecycle.lockOfJob(tx, id);
      const selected = rows.filter(
        ({ status }) => command !== 'retry_failed' || failedStatuses.some((failed) => failed === status),
      );
      const deleted =
        taskCommand === 'start'
          ? await this.tasks.findDeletedParents(
              tx,
              selected.map((row) => row.id),
            )
          : new Map<number, TaskParent>();
      const applied = await this.transitions.apply(
        tx,
        selected.map((row) =>
          commandRequest(row, taskCommand, scope, {
            now: command === 'retry_failed',
            deleted: deleted.get(row.id),
          }),
        ),
      );
      const skipped = applied.flatMap(({ row, outcome }) =>
        outcome.kind === 'change' ? [] : [{ task_id: row.id, code: skipCode(outcome) }],
      );
      const changed = new Set(
        applied.flatMap(({ row, outcome }) => (outcome.kind === 'change' ? row.id : [])),
      );
      const undo = undoSteps(
        taskCommand,
        selected.filter((row) => changed.has(row.id)),
      );
      const affected = changed.size;
      await audit(tx, {
        action: `job.${command}`,
        entity: 'job',
        entity_id: id,
        realm_id: job.realm_id,
        after: { affected },
      });
      return { job: (await this.jobs.get(tx, id)).row, affected, skipped, undo };
    });
  }
}

/** Why a task was skipped. */
function skipCode(outcome: Exclude<TaskOutcome, { kind: 'change' }>): SkipCode {
  if (outcome.kind === 'parent_deleted') return deletedParentCode(outcome.deleted);
  return outcome.kind === 'already' ? 'ALREADY' : 'INVALID_STATE';
}

/** The instant if it is in the future, else null. */
function futureInstant(instant: Date | string | null): string | null {
  const at = instant === null ? null : new Date(instant);
  return at && at.getTime() > Date.now() ? at.toISOString() : null;
}
