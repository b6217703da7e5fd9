import { Injectable } from '@nestjs/common';
import { taskCommands } from '@tessera/domain';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, differentRealms, invalid } from '../../platform/errors/api-error';
import { BulkQueue } from '../../platform/queue/bulk-queue';
import type { Scope } from '../../platform/realm-scope/scope';
import {
  BulkProgress,
  checkSharedBudgets,
  type TaskListQuery,
  type TaskRow,
  TasksRepository,
} from '../../work';
import type { BulkAnswer, BulkRequest, BulkTasksDto } from './bulk.dto';
import { BulkRepository } from './bulk.repository';
import { BulkCommands, isImmediate } from './bulk-commands';
import { BulkEligibility, countEffects, countResults, partitionEligible } from './bulk-eligibility';

/** Most tasks of one bulk command. */
const MAX_TASKS = 10_000;
/** Most tasks that run at once, in one transaction; more become an operation. */
export const MAX_IMMEDIATE = 200;

/** Runs a command over many tasks; ineligible tasks are skipped and counted by reason. */
@Injectable()
export class BulkTasks {
  constructor(
    private readonly transactions: Transactions,
    private readonly commands: BulkCommands,
    private readonly queue: BulkQueue,
    private readonly eligibility: BulkEligibility,
    private readonly tasks: TasksRepository,
    private readonly bulks: BulkRepository,
    private readonly progress: BulkProgress,
  ) {}

  /**
   * Runs the command, or with `preview` returns what it would do. More than 200 tasks, deletions (which may wait for
   * workers), purchases (whose results are final and listed by task) and requests with `later` become an operation.
   *
   * A start, stop, pause or resume counts for its tasks even while an earlier operation hasn't reached them.
   *
   * @throws 409 CONFLICT for tasks of several realms
   */
  runBulk(scope: Scope, body: BulkTasksDto, later: boolean): Promise<BulkAnswer> {
    const { ids, filter, preview } = body;
    if (!ids === !filter)
      throw invalid([{ field: 'ids', message: 'Either ids or filter is needed', code: 'INVALID' }]);
    const request = toBulkRequest(body);
    const { command, ...how } = request;
    return this.transactions.run(scope, async (tx) => {
      const requested = [...new Set(ids ?? (await this.resolveFilter(tx, filter ?? {})))];
      if (!preview && taskCommands.some((one) => one === command))
        await this.progress.supersede(tx, requested);
      const atOnce = isImmediate(command) && !later && requested.length <= MAX_IMMEDIATE;
      const rows = await this.commands.readTasks(tx, command, requested, { lock: !preview && atOnce });
      const realmId = requireSingleRealm(rows);
      const context = await this.eligibility.load(tx, rows, command, {
        overridesClaims: body.override,
        setsMode: body.change?.mode !== undefined,
      });
      const partition = partitionEligible(rows, requested, command, context);
      const { eligible, results } = partition;
      const response = {
        ...countResults(command, results, rows),
        ...countEffects(command, eligible, context),
        results,
        site_ids: [...new Set(eligible.map(({ site_id }) => site_id))],
        event_ids: [...new Set(eligible.map(({ event_id }) => event_id))],
        operation: null,
      };
      if (preview || realmId === null) return response;
      if (!atOnce) {
        const id = await this.bulks.insertOperation(tx, realmId, request, requested);
        await this.queue.enqueue(tx, id);
        return { ...response, results: [], operation: (await this.bulks.get(tx, id)).row };
      }
      return { ...response, results: await this.commands.apply(tx, { ...how, command }, partition) };
    });
  }

  /** The ids that a filter selects now. */
  private async resolveFilter(tx: Tx, filter: TaskListQuery): Promise<number[]> {
    const ids = await this.tasks.findIds(tx, filter, MAX_TASKS + 1);
    if (ids.length > MAX_TASKS)
      throw new ApiError('TOO_LARGE', `At most ${MAX_TASKS} tasks at a time: narrow the filter`);
    return ids;
  }
}

/** @throws 400 VALIDATION for fields that don't belong to the command, and for an edit without changes */
function toBulkRequest({ command, change, copy, preview, override, replace }: BulkTasksDto): BulkRequest {
  if (change && command !== 'edit')
    throw invalid([{ field: 'change', message: 'Only `edit` takes changes', code: 'INVALID' }]);
  if (copy && command !== 'duplicate')
    throw invalid([{ field: 'copy', message: 'Only `duplicate` makes copies', code: 'INVALID' }]);
  if (command === 'edit' && !preview && Object.keys(change ?? {}).length === 0)
    throw invalid([{ field: 'change', message: 'At least one field to change is needed', code: 'REQUIRED' }]);
  if (change) checkSharedBudgets(change);
  return {
    command,
    change: change ?? null,
    copy: copy ?? null,
    override_claims: override ?? false,
    replace_records: replace ?? false,
  };
}

/** The realm of all rows; null when there are none. */
function requireSingleRealm(rows: readonly TaskRow[]): number | null {
  const realms = new Set(rows.map(({ realm_id }) => realm_id));
  if (realms.size > 1) throw differentRealms();
  return rows[0]?.realm_id ?? null;
}
