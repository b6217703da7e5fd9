import type { TaskParent, TaskOutcome } from '@tessera/domain';
import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { Transactions } from '../../platform/database/transactions';
import { notFound } from '../../platform/errors/problem';
import type { Scope } from '../../platform/realm-scope/scope';
import { refuseSuspended } from '../../platform/realm-scope/suspended-realms';
import {
  undoSteps,
  commandRequest,
  isStarting,
  findDeletedParents,
  deletedParentCode,
  lockTasks,
  Transitions,
} from '../tasks';
import type { JobCommand, JobControlAnswer, SkipCode } from './jobs.dto';
import { lockJob, scheduleTasks } from './jobs.repository';
import { readJob } from './jobs.service';

/** One command for all of a job's tasks: whole or nothing at the realm's limit. */
@Injectable()
export class JobControl {
  constructor(
    private readonly transactions: Transactions,
    private readonly transitions: Transitions,
  ) {}

  run(scope: Scope, id: number, command: JobCommand): Promise<JobControlAnswer> {
    return this.transactions.run(scope, async (tx) => {
      const job = await lockJob(tx, id);
      if (!job) throw notFound('Job');
      const taskCommand = command === 'retry_failed' ? 'start' : command;
      if (isStarting(taskCommand)) await refuseSuspended(tx, [job.realm_id]);
      const { answer: before } = await readJob(tx, id);
      // A draft is started as a launch would have started it: paced from now on.
      if (command === 'start' && before.status === 'draft') {
        await scheduleTasks(tx, id, futureInstant(before.scheduled_at), job.config.launch_delay ?? 0);
      }
      const rows = await lockTasks(tx, 't.job_id = $1', [id]);
      const wanted = rows.filter(
        ({ status }) => command !== 'retry_failed' || status === 'failed' || status === 'expired',
      );
      const deleted =
        taskCommand === 'start'
          ? await findDeletedParents(
              tx,
              wanted.map((row) => row.id),
            )
          : new Map<number, TaskParent>();
      const applied = await this.transitions.apply(
        tx,
        wanted.map((row) =>
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
        wanted.filter((row) => changed.has(row.id)),
      );
      const affected = changed.size;
      await audit(tx, {
        action: `job.${command}`,
        entity: 'job',
        entity_id: id,
        realm_id: job.realm_id,
        after: { affected },
      });
      return { job: (await readJob(tx, id)).answer, affected, skipped, undo };
    });
  }
}

/** Why a task was passed over. */
function skipCode(outcome: Exclude<TaskOutcome, { kind: 'change' }>): SkipCode {
  if (outcome.kind === 'parent_deleted') return deletedParentCode(outcome.deleted);
  return outcome.kind === 'already' ? 'ALREADY' : 'INVALID_STATE';
}

/** The instant if it is still to come. Rows carry a Date, the wire a text. */
function futureInstant(instant: Date | string | null): string | null {
  const at = instant === null ? null : new Date(instant);
  return at && at.getTime() > Date.now() ? at.toISOString() : null;
}
