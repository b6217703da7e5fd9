import type { TaskStatus } from '@tessera/domain';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import type { Scope } from '../../platform/realm-scope/scope';
import type { TaskCountsDto } from './task-counts.dto';
import type { TaskListQuery } from './tasks.dto';
import { taskConditions, tasksToCount } from './tasks.repository';

/** Counts tasks by status. */
@Injectable()
export class TaskCounts {
  constructor(private readonly transactions: Transactions) {}

  /** Counts what the list's filters match; pagination and sort make no difference. */
  async of(scope: Scope, query: TaskListQuery): Promise<TaskCountsDto> {
    const where = taskConditions(query);
    const rows = await this.transactions.read(scope, (tx) =>
      tx.query<{ status: TaskStatus; count: number }>(
        `SELECT t.status, count(*)::int AS count ${tasksToCount(query)} WHERE ${where.sql} GROUP BY t.status`,
        where.params,
      ),
    );
    return { counts: Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
  }
}
