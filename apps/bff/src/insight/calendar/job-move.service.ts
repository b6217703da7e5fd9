import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { ApiError, notFound } from '../../platform/errors/api-error';
import type { VersionedRow } from '../../platform/http/versions';
import type { Scope } from '../../platform/realm-scope/scope';
import { findBlockers } from '../../work';
import type { JobMoveDto, MoveCheckCode, MoveCheckDto } from './calendar.dto';
import { CalendarRepository } from './calendar.repository';
import { CONFLICT_MINUTES } from './conflicts';
import { JobMoveRepository, type MovableJob, type MovableTask } from './job-move.repository';

/** Checks a job's plan again for another start. `PATCH /jobs/{id}` then moves it. */
@Injectable()
export class JobMove {
  constructor(
    private readonly transactions: Transactions,
    private readonly moves: JobMoveRepository,
    private readonly calendar: CalendarRepository,
  ) {}

  /** @throws 404 when the scope doesn't see the job, 409 once one of its tasks has started */
  preview(scope: Scope, id: number, scheduledAt: string): Promise<VersionedRow<JobMoveDto>> {
    return this.transactions.read(scope, async (tx) => {
      const job = await this.moves.findJob(tx, id);
      if (!job) throw notFound('Job');
      if (job.begun > 0) {
        throw new ApiError('INVALID_STATE', "The job has started, so its start time can't change", {
          reason: 'JOB_STARTED',
          context: { command: 'schedule', allowed: ['draft', 'scheduled'] },
        });
      }
      const tasks = await this.moves.findTasks(tx, id);
      const to = new Date(scheduledAt);
      const starts = tasks.map(({ job_index }) => to.getTime() + job_index * job.delay * 1000);
      const last = starts.reduce((latest, start) => Math.max(latest, start), to.getTime());
      const range = {
        from: to.toISOString(),
        to: new Date(last + CONFLICT_MINUTES * 60_000).toISOString(),
      };
      return {
        version: job.version,
        row: {
          job_id: id,
          name: job.name,
          from: job.from?.toISOString() ?? null,
          to: to.toISOString(),
          last_at: new Date(last).toISOString(),
          tasks: tasks.length,
          launch_delay: job.delay,
          checks: [...timeChecks(job, starts), ...taskChecks(tasks)],
          conflicts: await this.calendar.findConflicts(tx, range, {
            id,
            at: to.toISOString(),
            delay: job.delay,
          }),
        },
      };
    });
  }
}

/** What the new time itself says: compared with the clock, the on-sale and the kick-off. */
function timeChecks(
  { from, on_sale_at, kick_off, now }: MovableJob,
  starts: readonly number[],
): MoveCheckDto[] {
  const count = (holds: (start: number) => boolean) => starts.filter(holds).length;
  const onSale = on_sale_at?.getTime() ?? null;
  const kickOff = kick_off?.getTime() ?? null;
  // A job that already starts after the on-sale isn't late by the move.
  const wasLate = onSale !== null && from !== null && from.getTime() > onSale;
  return [
    check(
      'STARTS_AT_ONCE',
      'The time is over, so these tasks start at once',
      count((at) => at <= now.getTime()),
    ),
    check(
      'BEFORE_ON_SALE',
      'Starts before tickets go on sale',
      onSale === null ? 0 : count((at) => at < onSale),
    ),
    check(
      'AFTER_ON_SALE',
      'The first task starts after tickets go on sale',
      onSale !== null && !wasLate && starts.length > 0 && Math.min(...starts) > onSale ? starts.length : 0,
    ),
    check('AFTER_KICK_OFF', 'Starts after the kick-off', kickOff === null ? 0 : count((at) => at >= kickOff)),
  ].filter(({ tasks }) => tasks > 0);
}

/** What keeps tasks from running at any time. */
function taskChecks(tasks: readonly MovableTask[]): MoveCheckDto[] {
  const found = new Map<MoveCheckCode, MoveCheckDto>();
  const add = (code: MoveCheckCode, message: string, verdict: MoveCheckDto['verdict']) => {
    const earlier = found.get(code);
    found.set(code, { code, message, verdict, tasks: (earlier?.tasks ?? 0) + 1 });
  };
  for (const task of tasks) {
    for (const { code, message } of findBlockers(task)) add(code, message, 'blocked');
    if (task.over_limit) add('PURCHASE_LIMIT', "More seats than the event's limit per customer", 'blocked');
    if (task.login_failed) add('LOGIN_FAILED', 'The login failed when it was last used', 'warn');
  }
  return [...found.values()];
}

const check = (code: MoveCheckCode, message: string, tasks: number): MoveCheckDto => ({
  code,
  verdict: 'warn',
  message,
  tasks,
});
