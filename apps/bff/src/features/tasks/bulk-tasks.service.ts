import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid, Problem } from '../../platform/errors/problem';
import type { Scope } from '../../platform/realm-scope/scope';
import { commandRequest } from './task-commands.service';
import { isUnfinished, step, type TaskCommand } from './task-machine';
import { factsOf, lockTasks, type TaskRow } from './task-rows';
import type { BulkAnswer, BulkResult, BulkTasksDto } from './tasks.dto';
import { taskConditions } from './tasks.queries';
import { Transitions } from './transitions';

const MAX_TASKS = 10_000;

/** One command over many tasks: those it doesn't fit are counted by reason, the rest change in one transaction. */
@Injectable()
export class BulkTasks {
  constructor(
    private readonly transactions: Transactions,
    private readonly transitions: Transitions,
  ) {}

  /** With `preview` nothing is done. A limit fills in id order; what is over it is ineligible (contract section 3). */
  run(scope: Scope, { command, ids, filter, preview }: BulkTasksDto): Promise<BulkAnswer> {
    if (!ids === !filter) throw invalid([{ field: 'ids', message: 'Either ids or filter is needed' }]);
    return this.transactions.run(scope, async (tx) => {
      const wanted = ids ?? (await frozen(tx, filter ?? {}));
      const rows = await lockTasks(tx, 't.id = ANY ($1::int[])', [wanted]);
      if (new Set(rows.map(({ realm_id }) => realm_id)).size > 1) {
        throw new Problem('CONFLICT', 'The rows belong to different realms');
      }
      const room = await places(tx, rows);
      const sorted = sort(rows, wanted, command, room);
      if (!preview) {
        await this.transitions.apply(
          tx,
          sorted.eligible.map((row) => commandRequest(row, command, scope)),
        );
      }
      return answer(sorted.results);
    });
  }
}

type Sorted = { eligible: TaskRow[]; results: BulkResult[] };

function sort(
  rows: readonly TaskRow[],
  wanted: readonly number[],
  command: TaskCommand,
  room: Map<number, number>,
): Sorted {
  const found = new Map(rows.map((row) => [row.id, row]));
  const eligible: TaskRow[] = [];
  const results = [...wanted]
    .sort((a, b) => a - b)
    .map((task_id): BulkResult => {
      const row = found.get(task_id);
      if (!row) return { task_id, result: 'NOT_FOUND' };
      const outcome = step(
        factsOf(row),
        command === 'start' ? { type: 'start', ahead: row.ahead } : { type: command },
      );
      if (outcome.kind === 'refused') return { task_id, result: 'INVALID_STATE' };
      if (outcome.kind === 'already') return { task_id, result: 'already' };
      const left = room.get(row.realm_id) ?? 0;
      if (!isUnfinished(row.status) && isUnfinished(outcome.next.status)) {
        if (left <= 0) return { task_id, result: 'LIMIT_REACHED' };
        room.set(row.realm_id, left - 1);
      }
      eligible.push(row);
      return { task_id, result: 'done' };
    });
  return { eligible, results };
}

const reasonText: Record<string, string> = {
  already: 'It is so already',
  NOT_FOUND: 'There is no such task',
  INVALID_STATE: "Its status doesn't allow it",
  LIMIT_REACHED: 'The realm has no more places for unfinished tasks',
};

function answer(results: BulkResult[]): BulkAnswer {
  const counts = Map.groupBy(
    results.filter(({ result }) => result !== 'done'),
    ({ result }) => result,
  );
  const eligible = results.filter(({ result }) => result === 'done').length;
  return {
    eligible,
    ineligible: results.length - eligible,
    reasons: [...counts].map(([code, group]) => ({
      code,
      message: reasonText[code] ?? code,
      count: group.length,
    })),
    results,
  };
}

/** The filter as the ids it means now. */
async function frozen(tx: Tx, filter: NonNullable<BulkTasksDto['filter']>): Promise<number[]> {
  const where = taskConditions(filter);
  const rows = await tx.query<{ id: number }>(
    `SELECT t.id FROM tasks t JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
       JOIN events e ON e.id = t.event_id WHERE ${where.sql} ORDER BY t.id LIMIT ${MAX_TASKS + 1}`,
    where.params,
  );
  if (rows.length > MAX_TASKS)
    throw new Problem('TOO_LARGE', `At most ${MAX_TASKS} tasks at a time: narrow the filter`);
  return rows.map(({ id }) => id);
}

/** Free places under `max_tasks` of the rows' realms. */
async function places(tx: Tx, rows: readonly TaskRow[]): Promise<Map<number, number>> {
  const realms = await tx.query<{ id: number; room: number }>(
    'SELECT id, greatest(0, max_tasks - active_tasks) AS room FROM realms WHERE id = ANY ($1::int[])',
    [[...new Set(rows.map(({ realm_id }) => realm_id))]],
  );
  return new Map(realms.map(({ id, room }) => [id, room]));
}
