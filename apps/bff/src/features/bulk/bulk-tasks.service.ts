import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { differentRealms, invalid, Problem } from '../../platform/errors/problem';
import { BulkQueue } from '../../platform/queue/bulk-queue';
import type { Scope } from '../../platform/realm-scope/scope';
import { insertOperation } from './bulk.repository';
import { readOperation } from './bulk-operations.service';
import { countEffects, countResults, partitionEligible, loadEligibilityContext } from './bulk-eligibility';
import { BulkCommands, readBulkTasks, isImmediate } from './bulk-commands';
import type { BulkAnswer, BulkRequest, BulkTasksDto } from './bulk.dto';
import { type TaskRow, taskConditions } from '../tasks';

const MAX_TASKS = 10_000;
/** As many are done at once, in one transaction; more are worked through by an operation. */
export const MAX_IMMEDIATE = 200;

/** One command over many tasks: those it doesn't fit are counted by reason, the rest change. */
@Injectable()
export class BulkTasks {
  constructor(
    private readonly transactions: Transactions,
    private readonly commands: BulkCommands,
    private readonly queue: BulkQueue,
  ) {}

  /**
   * With `preview` nothing is done. More than 200 tasks, deletions (which may have to wait for workers), purchases (which
   * are final: each is told of) and whatever is asked with `later` become an operation, which the answer names.
   * 409 CONFLICT for tasks of several realms.
   */
  run(scope: Scope, body: BulkTasksDto, later: boolean): Promise<BulkAnswer> {
    const { ids, filter, preview } = body;
    if (!ids === !filter)
      throw invalid([{ field: 'ids', message: 'Either ids or filter is needed', code: 'INVALID' }]);
    const order = toBulkRequest(body);
    const { command, ...how } = order;
    return this.transactions.run(scope, async (tx) => {
      const wanted = [...new Set(ids ?? (await resolveFilter(tx, filter ?? {})))];
      const atOnce = isImmediate(command) && !later && wanted.length <= MAX_IMMEDIATE;
      const rows = await readBulkTasks(tx, command, wanted, { lock: !preview && atOnce });
      const realmId = requireSingleRealm(rows);
      const around = await loadEligibilityContext(tx, rows, command);
      const sorted = partitionEligible(rows, wanted, command, around);
      const { eligible, results } = sorted;
      const answer = {
        ...countResults(command, results, rows),
        ...countEffects(command, eligible, around),
        results,
        site_ids: [...new Set(eligible.map(({ site_id }) => site_id))],
        event_ids: [...new Set(eligible.map(({ event_id }) => event_id))],
        operation: null,
      };
      if (preview || realmId === null) return answer;
      if (!atOnce) {
        const id = await insertOperation(tx, realmId, order, wanted);
        await this.queue.enqueue(tx, id);
        return { ...answer, results: [], operation: (await readOperation(tx, id)).answer };
      }
      return { ...answer, results: await this.commands.apply(tx, { ...how, command }, sorted) };
    });
  }
}

/** The command with what belongs to it; 400 VALIDATION for what doesn't, and for an edit of nothing. */
function toBulkRequest({ command, change, copy, preview }: BulkTasksDto): BulkRequest {
  if (change && command !== 'edit')
    throw invalid([{ field: 'change', message: 'Only `edit` takes changes', code: 'INVALID' }]);
  if (copy && command !== 'duplicate')
    throw invalid([{ field: 'copy', message: 'Only `duplicate` makes copies', code: 'INVALID' }]);
  if (command === 'edit' && !preview && Object.keys(change ?? {}).length === 0)
    throw invalid([{ field: 'change', message: 'At least one field to change is needed', code: 'REQUIRED' }]);
  return { command, change: change ?? null, copy: copy ?? null };
}

/** The realm of all rows; null when there are none. */
function requireSingleRealm(rows: readonly TaskRow[]): number | null {
  const realms = new Set(rows.map(({ realm_id }) => realm_id));
  if (realms.size > 1) throw differentRealms();
  return rows[0]?.realm_id ?? null;
}

/** The filter as the ids it means now. */
async function resolveFilter(tx: Tx, filter: NonNullable<BulkTasksDto['filter']>): Promise<number[]> {
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
