import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/transactions';
import { TaskLifecycleRepository } from './task-lifecycle.repository';
import { taskReason } from './task-reasons';
import { Transitions } from './transitions';

/** Stops the rest of a job's tasks once it has won its `seats_target`. */
@Injectable()
export class JobTargets {
  constructor(
    private readonly transitions: Transitions,
    private readonly lifecycle: TaskLifecycleRepository,
  ) {}

  /**
   * Stops the unfinished tasks of jobs that have won their target, of all jobs for null; returns how many it stopped. Tasks
   * that another transaction has locked are left to the next sweep, so that two purchases of one job never wait for each
   * other.
   */
  async stopWonJobs(tx: Tx, jobIds: readonly number[] | null): Promise<number> {
    const jobs = await this.lifecycle.findJobsWithWonTarget(tx, jobIds);
    let stopped = 0;
    for (const { id, seats_target } of jobs) {
      const rows = await this.lifecycle.claimUnfinishedOfJob(tx, id);
      const message = taskReason('TARGET_WON', { count: seats_target });
      const applied = await this.transitions.apply(
        tx,
        rows.map((row) => ({ row, input: { type: 'stop' }, command: 'stop', message })),
      );
      stopped += applied.filter(({ outcome }) => outcome.kind === 'change').length;
    }
    return stopped;
  }
}
