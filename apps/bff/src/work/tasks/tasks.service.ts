import { Injectable } from '@nestjs/common';
import type { CachedListPage } from '../../platform/database/hot-lists';
import type { Found } from '../../platform/database/select';
import { Transactions } from '../../platform/database/transactions';
import {
  decodeCursor,
  encodeCursor,
  type ListQuery,
  type ListResponse,
  readPagination,
} from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import type { TaskCountsDto, TaskDto, TaskEventDto, TaskEventsQuery, TaskListQuery } from './tasks.dto';
import { TasksRepository } from './tasks.repository';

/** Reads tasks and their timelines. */
@Injectable()
export class TasksService {
  constructor(
    private readonly transactions: Transactions,
    private readonly tasks: TasksRepository,
  ) {}

  /** A page of the list: by number, or by cursor when sorted by creation and no page is named. */
  list(scope: Scope, query: TaskListQuery, ifNoneMatch?: string): Promise<CachedListPage> {
    return this.tasks.list(scope, query, ifNoneMatch);
  }

  get(scope: Scope, id: number): Promise<Found<TaskDto>> {
    return this.transactions.read(scope, (tx) => this.tasks.get(tx, id));
  }

  /** A job's tasks with every field, oldest first by default. @throws 404 for a job that the scope doesn't see */
  async listOfJob(
    scope: Scope,
    jobId: number,
    query: ListQuery,
    ifNoneMatch?: string,
  ): Promise<CachedListPage> {
    await this.transactions.read(scope, (tx) => this.tasks.requireJob(tx, jobId));
    return this.list(
      scope,
      { sort: 'created_at', ...query, job_id: String(jobId), detailed: true },
      ifNoneMatch,
    );
  }

  /** Counts what the list's filters match; pagination and sort make no difference. */
  countByStatus(scope: Scope, query: TaskListQuery): Promise<TaskCountsDto> {
    return this.transactions.read(scope, async (tx) => ({
      counts: await this.tasks.countByStatus(tx, query),
    }));
  }

  /** A task's timeline, newest first; by cursor unless the query names a page. */
  listEvents(scope: Scope, id: number, query: TaskEventsQuery): Promise<ListResponse<TaskEventDto>> {
    const pagination = readPagination(query, { at: 'id' }, '-at');
    const { limit, offset } = pagination;
    return this.transactions.readList(scope, async (tx) => {
      await this.tasks.get(tx, id);
      const byCursor = query.page === undefined;
      const before = byCursor && query.cursor ? decodeCursor(query.cursor).id : null;
      const found = await this.tasks.readEvents(tx, id, { before, limit: limit + 1, offset });
      const rows = found.slice(0, limit);
      const total = await this.tasks.countEvents(tx, id);
      const last = found.length > limit ? rows.at(-1) : undefined;
      return {
        pagination,
        page: { rows, total, ...(byCursor && { nextCursor: last ? encodeCursor(null, last.id) : null }) },
      };
    });
  }
}
