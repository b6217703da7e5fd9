import { isChangeable, isUnfinished, step, taskGrounds, type TaskGround } from '@tessera/access';
import type { Tx } from '../../platform/database/transactions';
import { holdCounts } from '../carts/hold-rows';
import type { BulkCommand, BulkReason, BulkResult } from './bulk.dto';
import { commandInput } from './task-commands.service';
import { deletedGrounds, groundCode, groundText } from './task-grounds';
import { factsOf, type TaskRow } from './task-rows';
import { freePlaces } from './tasks.queries';

/** Tasks of a bulk, sorted: those that the command fits, and what is to be said of each one asked for. */
export interface Sorted {
  eligible: TaskRow[];
  results: BulkResult[];
}

/** What decides about the tasks of a bulk beside their own state, as far as the command asks for it. */
export interface Surroundings {
  /** Free places under `max_tasks` by realm. */
  room: Map<number, number>;
  /** What tasks stood on and was deleted. */
  deleted: ReadonlyMap<number, TaskGround>;
  /** Tasks that hold seats now, and those of the bulk that end with these: of the same login and event. */
  holding: ReadonlySet<number>;
}

/** Reads the surroundings of tasks. */
export async function surroundings(
  tx: Tx,
  rows: readonly TaskRow[],
  command: BulkCommand,
): Promise<Surroundings> {
  const ids = rows.map(({ id }) => id);
  const counts = command === 'mark_bought' ? await holdCounts(tx, ids) : new Map<number, { live: number }>();
  const buyer = ({ login_id, event_id }: TaskRow) => `${login_id} ${event_id}`;
  const buyers = new Set(rows.filter(({ id }) => (counts.get(id)?.live ?? 0) > 0).map(buyer));
  return {
    room: await freePlaces(tx, rows),
    deleted: command === 'start' || command === 'duplicate' ? await deletedGrounds(tx, ids) : new Map(),
    holding: new Set(rows.filter((row) => buyers.has(buyer(row))).map(({ id }) => id)),
  };
}

/**
 * Sorts the tasks of a bulk, in the order of their ids. Places under `max_tasks` are taken in that order; what is over them
 * is ineligible (contract section 3): a duplicate takes one whatever it is made of. Every task that is there can be deleted.
 */
export function sortTasks(
  rows: readonly TaskRow[],
  wanted: readonly number[],
  command: BulkCommand,
  around: Surroundings,
): Sorted {
  const found = new Map(rows.map((row) => [row.id, row]));
  const eligible: TaskRow[] = [];
  const results = [...new Set(wanted)]
    .sort((a, b) => a - b)
    .map((task_id): BulkResult => {
      const row = found.get(task_id);
      const result = row ? resultFor(row, command, around) : 'NOT_FOUND';
      if (row && result === 'done') eligible.push(row);
      return { task_id, result, copy_id: null };
    });
  return { eligible, results };
}

function resultFor(row: TaskRow, command: BulkCommand, around: Surroundings): string {
  const { deleted, holding } = around;
  const ground = deleted.get(row.id);
  if (command === 'delete') return 'done';
  if (command === 'edit') {
    const leased = row.lease_id !== null;
    return isChangeable({ status: row.status, leased }) ? 'done' : 'INVALID_STATE';
  }
  if (command === 'duplicate') return ground ? groundCode(ground) : takePlace(row, around);
  const input =
    command === 'mark_bought' ? { type: command } : commandInput(row, command, { deleted: ground });
  const outcome = step(factsOf(row), input);
  if (outcome.kind === 'refused') return 'INVALID_STATE';
  if (outcome.kind === 'groundless') return groundCode(outcome.deleted);
  if (outcome.kind === 'already') return 'already';
  if (command === 'mark_bought' && !holding.has(row.id)) return 'NOTHING_HELD';
  if (isUnfinished(row.status) || !isUnfinished(outcome.next.status)) return 'done';
  return takePlace(row, around);
}

function takePlace({ realm_id }: TaskRow, { room }: Surroundings): string {
  const left = room.get(realm_id) ?? 0;
  if (left <= 0) return 'LIMIT_REACHED';
  room.set(realm_id, left - 1);
  return 'done';
}

const texts: Record<string, string> = {
  already: 'It is so already',
  NOT_FOUND: 'There is no such task',
  INVALID_STATE: "Its status doesn't allow it",
  LIMIT_REACHED: 'The realm has no more places for unfinished tasks',
  NOTHING_HELD: 'It holds no seats: there is no purchase to record',
  IN_USE: 'Its worker has not let go of it',
  ...Object.fromEntries(taskGrounds.map((ground) => [groundCode(ground), groundText(ground)])),
};

/** Where a command says of a code something of its own. */
const ownTexts: Partial<Record<BulkCommand, Record<string, string>>> = {
  edit: { INVALID_STATE: 'A worker has it now: stop it first' },
};

/** A reason with its words. */
export const reasonOf = (command: BulkCommand, code: string, count: number): BulkReason => ({
  code,
  message: ownTexts[command]?.[code] ?? texts[code] ?? 'It could not be done',
  count,
});

/** How many tasks the command fits, and why it doesn't fit the rest. */
export function countResults(
  command: BulkCommand,
  results: readonly BulkResult[],
): {
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
    reasons: [...counts].map(([code, group]) => reasonOf(command, code, group.length)),
  };
}
