import { Injectable } from '@nestjs/common';
import { isChangeable, isStarting, isUnfinished, step, type TaskParent } from '@tessera/domain';
import type { Tx } from '../../platform/database/transactions';
import { findSuspended } from '../../platform/realm-scope/realm-status.repository';
import { HoldsRepository, PayClaims } from '../../purchases';
import {
  type Buyer,
  buyerKey,
  commandInput,
  deletedParentCode,
  type TaskRow,
  TasksRepository,
  toTaskFacts,
  undoSteps,
} from '../../work';
import type { BulkAnswer, BulkCommand, BulkResult } from './bulk.dto';
import { bulkReason } from './bulk-reasons';

/** The tasks that a bulk command applies to, and the result for each requested task. */
export interface EligibilityResult {
  eligible: TaskRow[];
  results: BulkResult[];
}

/** What decides whether a command applies to tasks, besides their own state; only what the command needs is loaded. */
export interface EligibilityContext {
  /** Free slots under `max_tasks` by realm. */
  freeSlots: Map<number, number>;
  /** Suspended realms, in which no task starts. */
  suspended: ReadonlySet<number>;
  /** Deleted parents, by task. */
  deleted: ReadonlyMap<number, TaskParent>;
  /**
   * Tasks whose login holds seats for their event now: by one of these tasks, or for `mark_tasks_bought` by any task.
   */
  holding: ReadonlySet<number>;
  /** Seats that tasks hold now. */
  held: ReadonlyMap<number, number>;
  /** Tasks whose basket somebody else pays. */
  claimed: ReadonlySet<number>;
  /** An edit that sets how seats are paid, which stays for those that are held. */
  setsMode: boolean;
}

/** Whether a command marks tasks as bought, which is final. */
export const isPurchase = (command: BulkCommand): command is 'mark_bought' | 'mark_tasks_bought' =>
  command === 'mark_bought' || command === 'mark_tasks_bought';

/** Commands whose effect depends on the seats that a task holds. */
const holdCountingCommands: readonly BulkCommand[] = ['mark_bought', 'mark_tasks_bought', 'stop', 'delete'];

/** Loads what decides which tasks a bulk command applies to. */
@Injectable()
export class BulkEligibility {
  constructor(
    private readonly tasks: TasksRepository,
    private readonly holds: HoldsRepository,
    private readonly claims: PayClaims,
  ) {}

  async load(
    tx: Tx,
    rows: readonly TaskRow[],
    command: BulkCommand,
    { overridesClaims = false, setsMode = false } = {},
  ): Promise<EligibilityContext> {
    const ids = rows.map(({ id }) => id);
    const realmIds = rows.map(({ realm_id }) => realm_id);
    const counts = holdCountingCommands.includes(command) ? await this.holds.countByTask(tx, ids) : [];
    const held = new Map([...counts].map(([id, { live }]) => [id, live]));
    const holders: readonly Buyer[] =
      command === 'mark_tasks_bought'
        ? await this.holds.findBuyersWithSeats(tx, rows)
        : rows.filter(({ id }) => (held.get(id) ?? 0) > 0);
    const buyers = new Set(holders.map(buyerKey));
    const claims =
      command === 'mark_bought' && !overridesClaims ? await this.claims.findOfOthers(tx, ids) : [];
    const needsParents = command === 'start' || command === 'duplicate';
    return {
      freeSlots: await this.tasks.countFreeSlots(tx, realmIds),
      suspended: await findSuspended(tx, realmIds),
      deleted: needsParents ? await this.tasks.findDeletedParents(tx, ids) : new Map(),
      holding: new Set(rows.filter((row) => buyers.has(buyerKey(row))).map(({ id }) => id)),
      held,
      claimed: new Set(claims.map(({ id }) => id)),
      setsMode,
    };
  }
}

/**
 * Separates the tasks that the command applies to from the rest. In the order of their ids they use up the free slots under
 * `max_tasks`; further tasks are ineligible. Every duplicate needs a slot.
 */
export function partitionEligible(
  rows: readonly TaskRow[],
  requested: readonly number[],
  command: BulkCommand,
  context: EligibilityContext,
): EligibilityResult {
  const found = new Map(rows.map((row) => [row.id, row]));
  const eligible: TaskRow[] = [];
  const results = [...new Set(requested)]
    .sort((a, b) => a - b)
    .map((task_id): BulkResult => {
      const row = found.get(task_id);
      const result = row ? resultFor(row, command, context) : 'NOT_FOUND';
      if (row && result === 'done') eligible.push(row);
      return { task_id, result, copy_id: null };
    });
  return { eligible, results };
}

function resultFor(row: TaskRow, command: BulkCommand, context: EligibilityContext): string {
  const { deleted, holding } = context;
  const isSuspended = context.suspended.has(row.realm_id);
  const parent = deleted.get(row.id);
  if (command === 'delete' || command === 'restore')
    return command === 'delete' && row.payment_check ? 'PAYMENT_CHECK' : 'done';
  if (command === 'edit') {
    const leased = row.lease_id !== null;
    if (!isChangeable({ status: row.status, leased })) return 'INVALID_STATE';
    return context.setsMode && row.status === 'carted' ? 'SEATS_HELD' : 'done';
  }
  if (command === 'duplicate' && isSuspended) return 'REALM_SUSPENDED';
  if (command === 'duplicate') return parent ? deletedParentCode(parent) : takeSlot(row, context);
  const input = isPurchase(command)
    ? ({ type: 'mark_bought' } as const)
    : commandInput(row, command, { deleted: parent });
  const outcome = step(toTaskFacts(row), input);
  if (outcome.kind === 'rejected') return 'INVALID_STATE';
  if (outcome.kind === 'parent_deleted') return deletedParentCode(outcome.deleted);
  if (outcome.kind === 'already') return 'already';
  if (isSuspended && isStarting(command)) return 'REALM_SUSPENDED';
  if (command === 'mark_bought' && !holding.has(row.id)) return 'NOTHING_HELD';
  if (command === 'mark_bought' && context.claimed.has(row.id)) return 'CLAIMED_BY_OTHER';
  if (command === 'mark_tasks_bought' && holding.has(row.id)) return 'SEATS_HELD';
  if (isUnfinished(row.status) || !isUnfinished(outcome.next.status)) return 'done';
  return takeSlot(row, context);
}

function takeSlot({ realm_id }: TaskRow, { freeSlots }: EligibilityContext): string {
  const left = freeSlots.get(realm_id) ?? 0;
  if (left <= 0) return 'LIMIT_REACHED';
  freeSlots.set(realm_id, left - 1);
  return 'done';
}

/** Counts the tasks that the command applies to, and the others by reason, the most frequent first. */
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

/** The effects of a command in numbers, and the commands that undo it. */
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
