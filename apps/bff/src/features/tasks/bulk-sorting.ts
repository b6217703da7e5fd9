import { isUnfinished, step } from '@tessera/access';
import type { BulkCommand, BulkReason, BulkResult } from './bulk.dto';
import { factsOf, type TaskRow } from './task-rows';

/** Tasks of a bulk, sorted: those that the command fits, and what is to be said of each one asked for. */
export interface Sorted {
  eligible: TaskRow[];
  results: BulkResult[];
}

/**
 * Sorts the tasks of a bulk, in the order of their ids. `room`: free places under `max_tasks` by realm, which are taken in
 * that order; what is over them is ineligible (contract section 3). Every task that is there can be deleted.
 */
export function sortTasks(
  rows: readonly TaskRow[],
  wanted: readonly number[],
  command: BulkCommand,
  room: Map<number, number>,
): Sorted {
  const found = new Map(rows.map((row) => [row.id, row]));
  const eligible: TaskRow[] = [];
  const results = [...new Set(wanted)]
    .sort((a, b) => a - b)
    .map((task_id): BulkResult => {
      const row = found.get(task_id);
      const result = row ? resultFor(row, command, room) : 'NOT_FOUND';
      if (row && result === 'done') eligible.push(row);
      return { task_id, result };
    });
  return { eligible, results };
}

function resultFor(row: TaskRow, command: BulkCommand, room: Map<number, number>): string {
  if (command === 'delete') return 'done';
  const outcome = step(
    factsOf(row),
    command === 'start' ? { type: 'start', ahead: row.ahead } : { type: command },
  );
  if (outcome.kind === 'refused') return 'INVALID_STATE';
  if (outcome.kind === 'already') return 'already';
  if (isUnfinished(row.status) || !isUnfinished(outcome.next.status)) return 'done';
  const left = room.get(row.realm_id) ?? 0;
  if (left <= 0) return 'LIMIT_REACHED';
  room.set(row.realm_id, left - 1);
  return 'done';
}

const texts: Record<string, string> = {
  already: 'It is so already',
  NOT_FOUND: 'There is no such task',
  INVALID_STATE: "Its status doesn't allow it",
  LIMIT_REACHED: 'The realm has no more places for unfinished tasks',
  IN_USE: 'Its worker has not let go of it',
};

/** A reason with its words. */
export const reasonOf = (code: string, count: number): BulkReason => ({
  code,
  message: texts[code] ?? 'It could not be done',
  count,
});

/** How many tasks the command fits, and why it doesn't fit the rest. */
export function countResults(results: readonly BulkResult[]): {
  eligible: number;
  ineligible: number;
  reasons: BulkReason[];
} {
  const counts = Map.groupBy(
    results.filter(({ result }) => result !== 'done'),
    ({ result }) => result,
  );
  const ineligible = [...counts.values()].reduce((sum, group) => sum + group.length, 0);
  return {
    eligible: results.length - ineligible,
    ineligible,
    reasons: [...counts].map(([code, group]) => reasonOf(code, group.length)),
  };
}
