import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import type { Scope } from '../../platform/realm-scope/scope';
import type { TaskCountsDto, TaskListQuery } from './tasks.dto';
import { TasksRepository } from './tasks.repository';

/** Counts tasks by status. */
@Injectable()
export class TaskCounts {
  constructor(
    private readonly transactions: Transactions,
    private readonly tasks: TasksRepository,
  ) {}

  /** Counts what the list's filters match; pagination and sort make no difference. */
  countByStatus(scope: Scope, query: TaskListQuery): Promise<TaskCountsDto> {
    return this.transactions.read(scope, async (tx) => ({
      counts: await this.tasks.countByStatus(tx, query),
    }));
  }
}
