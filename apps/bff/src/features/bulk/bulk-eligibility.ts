import { isChangeable, isUnfinished, step, type TaskParent } from '@tessera/domain';
import type { Tx } from '../../platform/database/transactions';
import { suspendedRealms } from '../../platform/realm-scope/suspended-realms';
import { buyersWithSeats, holdCounts } from '../carts';
import type { BulkAnswer, BulkCommand, BulkResult } from './bulk.dto';
import { bulkReason } from './bulk-reasons';
import {
  commandInput,
  isStarting,
  findDeletedParents,
  deletedParentCode,
  toTaskFacts,
  type Buyer,
  type TaskRow,
  readFreeSlots,
  undoSteps,
} from '../tasks';

/** Tasks of a bulk, sorted: those that the command fits, and what is to be said of each one asked for. */
export interface EligibilityResult {
  eligible: TaskRow[];
  results: BulkResult[];
}

/** What decides about the tasks of a bulk beside their own state, as far as the command asks for it. */
export interface EligibilityContext {
  /** Free places under `max_tasks` by realm. */
  room: Map<number, number>;
  /** Realms in which nothing starts. */
  suspended: ReadonlySet<number>;
  /** What tasks stood on and was deleted. */
  deleted: ReadonlyMap<number, TaskParent>;
  /**
   * Tasks of the bulk whose login holds seats for their event now: by one of them, or, when tasks are to be marked alone,
   * by any task.
   */
  holding: ReadonlySet<number>;
  /** Seats that tasks hold now. */
  held: ReadonlyMap<number, number>;
}

/** Whether a command ends tasks as bought, for good. */
export const isPurchase = (command: BulkCommand): command is 'mark_bought' | 'mark_tasks_bought' =>
  command === 'mark_bought' || command === 'mark_tasks_bought';

/** What these do depends on the seats that a task holds. */
const holdCountingCommands: readonly BulkCommand[] = ['mark_bought', 'mark_tasks_bought', 'stop', 'delete'];

/** Reads the surroundings of tasks. */
export async function loadEligibilityContext(
  tx: Tx,
  rows: readonly TaskRow[],
  command: BulkCommand,
): Promise<EligibilityContext> {
  const ids = rows.map(({ id }) => id);
  const counts = holdCountingCommands.includes(command)
    ? await holdCounts(tx, ids)
    : new Map<number, { live: number }>();
  const held = new Map([...counts].map(([id, { live }]) => [id, live]));
  const buyer = ({ login_id, event_id }: Buyer) => `${login_id} ${event_id}`;
  const holders: readonly Buyer[] =
    command === 'mark_tasks_bought'
      ? await buyersWithSeats(tx, rows)
      : rows.filter(({ id }) => (held.get(id) ?? 0) > 0);
  const buyers = new Set(holders.map(buyer));
  return {
    room: await readFreeSlots(tx, rows),
    suspended: await suspendedRealms(
      tx,
      rows.map(({ realm_id }) => realm_id),
    ),
    deleted: command === 'start' || command === 'duplicate' ? await findDeletedParents(tx, ids) : new Map(),
    holding: new Set(rows.filter((row) => buyers.has(buyer(row))).map(({ id }) => id)),
    held,
  };
}

/**
 * Sorts the tasks of a bulk, in the order of their ids. Places under `max_tasks` are taken in that order; what is over them
 * is ineligible: a duplicate takes one whatever it is made of. Every task that is there can be deleted.
 */
export function partitionEligible(
  rows: readonly TaskRow[],
  wanted: readonly number[],
  command: BulkCommand,
  around: EligibilityContext,
): EligibilityResult {
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

function resultFor(row: TaskRow, command: BulkCommand, around: EligibilityContext): string {
  const { deleted, holding } = around;
  const isSuspended = around.suspended.has(row.realm_id);
  const parent = deleted.get(row.id);
  if (command === 'delete' || command === 'restore')
    return command === 'delete' && row.payment_check ? 'PAYMENT_CHECK' : 'done';
  if (command === 'edit') {
    const leased = row.lease_id !== null;
    return isChangeable({ status: row.status, leased }) ? 'done' : 'INVALID_STATE';
  }
  if (command === 'duplicate' && isSuspended) return 'REALM_SUSPENDED';
  if (command === 'duplicate') return parent ? deletedParentCode(parent) : takeSlot(row, around);
  const input = isPurchase(command)
    ? ({ type: 'mark_bought' } as const)
    : commandInput(row, command, { deleted: parent });
  const outcome = step(toTaskFacts(row), input);
  if (outcome.kind === 'refused') return 'INVALID_STATE';
  if (outcome.kind === 'parent_deleted') return deletedParentCode(outcome.deleted);
  if (outcome.kind === 'already') return 'already';
  if (isSuspended && isStarting(command)) return 'REALM_SUSPENDED';
  if (command === 'mark_bought' && !holding.has(row.id)) return 'NOTHING_HELD';
  if (command === 'mark_tasks_bought' && holding.has(row.id)) return 'SEATS_HELD';
  if (isUnfinished(row.status) || !isUnfinished(outcome.next.status)) return 'done';
  return takeSlot(row, around);
}

function takeSlot({ realm_id }: TaskRow, { room }: EligibilityContext): string {
  const left = room.get(realm_id) ?? 0;
  if (left <= 0) return 'LIMIT_REACHED';
  room.set(realm_id, left - 1);
  return 'done';
}

/** How many tasks the command fits, and why it doesn't fit the rest, the commonest reason first. */
export function countResults(
  command: BulkCommand,
  results: readonly BulkResult[],
  rows: readonly TaskRow[],
): Pick<BulkAnswer, 'eligible' | 'ineligible' | 'reasons'> {
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  const skipped = results.filter(({ result }) => result !== 'done');
  const groups = Map.groupBy(skipped, ({ task_id, result }) =>
    result === 'INVALID_STATE' ? `${result} ${statuses.get(task_id)}` : result,
  );
  return {
    eligible: results.length - skipped.length,
    ineligible: skipped.length,
    reasons: [...groups.values()]
      .sort((a, b) => b.length - a.length)
      .flatMap((group) => {
        const [first] = group;
        if (!first) return [];
        const status = first.result === 'INVALID_STATE' ? statuses.get(first.task_id) : undefined;
        return [bulkReason(command, first.result, group.length, status)];
      }),
  };
}

/** What a command does to the tasks that it fits, in numbers, and what undoes it. */
export function countEffects(
  command: BulkCommand,
  eligible: readonly TaskRow[],
  { held }: EligibilityContext,
): Pick<BulkAnswer, 'eligible_by_status' | 'held_seats' | 'undo'> {
  const byStatus = Map.groupBy(eligible, ({ status }) => status);
  return {
    eligible_by_status: Object.fromEntries([...byStatus].map(([status, rows]) => [status, rows.length])),
    held_seats: eligible.reduce((sum, { id }) => sum + (held.get(id) ?? 0), 0),
    undo: undoSteps(command, eligible),
  };
}
