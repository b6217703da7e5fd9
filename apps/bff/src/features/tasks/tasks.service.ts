import { Injectable } from '@nestjs/common';
import { HotLists, type CachedListPage } from '../../platform/database/hot-lists';
import { Transactions, type Tx } from '../../platform/database/transactions';
import type { Found } from '../../platform/database/select';
import { notFound } from '../../platform/errors/problem';
import {
  decodeCursor,
  encodeCursor,
  type ListQuery,
  type ListAnswer,
  readPagination,
} from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import type { TaskDto, TaskEventDto, TaskEventsQuery, TaskListQuery } from './tasks.dto';
import {
  countTaskEvents,
  taskConditions,
  readTaskEvents,
  taskList,
  readTasksByIds,
  taskSorts,
} from './tasks.repository';

/** Reads tasks. */
@Injectable()
export class TasksService {
  constructor(
    private readonly transactions: Transactions,
    private readonly hotLists: HotLists,
  ) {}

  /** A page of the list: by number, or by cursor when sorted by creation and no page is asked for. */
  list(scope: Scope, query: TaskListQuery, ifNoneMatch?: string): Promise<CachedListPage> {
    const pagination = readPagination(query, taskSorts, '-created_at', 't.id');
    return this.hotLists.read(scope, taskList(query), {
      query,
      pagination,
      where: () => taskConditions(query),
      ifNoneMatch,
    });
  }

  get(scope: Scope, id: number): Promise<Found<TaskDto>> {
    return this.transactions.read(scope, (tx) => readTask(tx, id));
  }

  /** A job's tasks with every field, by default in the order of their making; always a list. */
  async ofJob(scope: Scope, jobId: number, query: ListQuery, ifNoneMatch?: string): Promise<CachedListPage> {
    await this.transactions.read(scope, async (tx) => {
      const [job] = await tx.query('SELECT id FROM jobs WHERE id = $1 AND deleted_at IS NULL', [jobId]);
      if (!job) throw notFound('Job');
    });
    const ofIt = { sort: 'created_at', ...query, job_id: String(jobId), detailed: true };
    return this.list(scope, ofIt, ifNoneMatch);
  }

  /** A task's timeline, newest first; by cursor unless a page is asked for. */
  events(scope: Scope, id: number, query: TaskEventsQuery): Promise<ListAnswer<TaskEventDto>> {
    const pagination = readPagination(query, { at: 'id' }, '-at');
    return this.transactions.read(scope, async (tx) => {
      await readTask(tx, id);
      const byCursor = query.page === undefined;
      const before = byCursor && query.cursor ? decodeCursor(query.cursor).id : null;
      const found = await readTaskEvents(tx, id, before, pagination.limit + 1, pagination.offset);
      const rows = found.slice(0, pagination.limit);
      const total = await countTaskEvents(tx, id);
      const last = found.length > pagination.limit ? rows.at(-1) : undefined;
      return {
        pagination,
        page: { rows, total, ...(byCursor && { nextCursor: last ? encodeCursor(null, last.id) : null }) },
      };
    });
  }
}

/** One task with every field; 404 when it isn't there or not the scope's. */
export async function readTask(tx: Tx, id: number): Promise<Found<TaskDto>> {
  const [found] = await readVersioned(tx, [id]);
  if (!found) throw notFound('Task');
  return found;
}

/** Tasks with every field and their versions, in the order of their ids. */
async function readVersioned(tx: Tx, ids: readonly number[]): Promise<Found<TaskDto>[]> {
  return (await readTasksByIds(tx, ids)).map(({ version, ...answer }) => ({ version, answer }));
}

/** Tasks with every field, by id. */
export async function readTasks(tx: Tx, ids: readonly number[]): Promise<TaskDto[]> {
  return (await readTasksByIds(tx, ids)).map(({ version: _, ...task }) => task);
}
