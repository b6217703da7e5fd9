import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Config } from '../config/config';
import type { RetentionSettings } from '../config/retention-settings';
import { AllOwnedRows, type ExpiringRows, type PartitionedTable } from '../database/owned-rows';
import { Transactions, type Tx } from '../database/transactions';
import { systemScope } from '../realm-scope/scope';
import { type PurgeCounts, PurgeMetrics } from './purge-metrics';
import { writeRowArchive } from './row-archive';

const EVERY_MS = 10 * 60_000;
/** Most rows of a transaction, so that none takes long. */
const BATCH = 1000;
/** Longest pause after a batch. */
const MAX_PAUSE_MS = 1000;
/** How often a round tries to drop a partition whose table is in use, and the pause in between. */
const DROP_ATTEMPTS = 10;
const DROP_PAUSE_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';
const UNDEFINED_TABLE = '42P01';
/** What the metrics call the making of partitions. */
const PARTITIONS = 'partitions';

/** Removes expired rows every ten minutes, in batches that leave the database time for requests. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('housekeeping');
  private readonly days: RetentionSettings;
  private readonly archiveFolder: string | null;
  private readonly expiring: readonly ExpiringRows[];
  private readonly stopped = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private round: Promise<void> | null = null;

  constructor(
    private readonly transactions: Transactions,
    @Inject(PurgeMetrics) private readonly metrics: PurgeCounts,
    private readonly owned: AllOwnedRows,
    @Inject(Config) config: Pick<Config, 'retention' | 'archive'>,
  ) {
    this.days = config.retention;
    this.archiveFolder = config.archive;
    this.expiring = owned.expiring.filter((rows) => this.ageOf(rows) !== null);
    metrics.announce([
      PARTITIONS,
      ...owned.partitioned.map(({ kind }) => kind),
      ...this.expiring.map(({ kind }) => kind),
    ]);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.startRound(), EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.stopped.abort();
    await this.round;
  }

  /** Runs one round. Safe in several processes at once. A kind that fails doesn't keep the others from being removed. */
  async clean(): Promise<void> {
    for (const partitioned of this.owned.partitioned) {
      await this.attempt(PARTITIONS, `The partitions of ${partitioned.table} could not be made`, () =>
        this.inTransaction((tx) => makePartitions(tx, partitioned.table)),
      );
      await this.attempt(partitioned.kind, `Expired rows of ${partitioned.table} could not be removed`, () =>
        this.removeMonths(partitioned),
      );
    }
    for (const rows of this.expiring) {
      await this.attempt(rows.kind, `Expired rows of ${rows.table} could not be removed`, () =>
        this.removeRows(rows),
      );
    }
  }

  /** A round that takes longer than the interval is not started twice. */
  private startRound(): void {
    this.round ??= this.clean().finally(() => (this.round = null));
  }

  private async attempt(kind: string, failure: string, work: () => Promise<unknown>): Promise<void> {
    if (this.stopped.signal.aborted) return;
    try {
      await work();
    } catch (error) {
      this.metrics.failed(kind);
      this.logger.warn(`${failure}: ${(error as Error).message}`);
    }
  }

  private async removeMonths({ kind, table }: PartitionedTable): Promise<void> {
    const days = this.days[kind];
    if (days === 0) return;
    for (const { name } of await this.inTransaction((tx) => readExpiredPartitions(tx, table, days)))
      await this.removeMonth(kind, table, name);
    await this.removeBatches(kind, table, async (tx) => {
      const lines = await purgeRows(tx, table, days, BATCH);
      await this.archiveBatch(kind, lines);
      return lines.length;
    });
  }

  private async removeMonth(kind: string, table: string, name: string): Promise<void> {
    try {
      const count = await this.dropMonth(table, name, await this.archiveMonth(kind, table, name));
      this.metrics.removed(kind, count);
      this.logger.log(
        `Removed the partition ${name} with about ${count} rows, which are older than the setting`,
      );
    } catch (error) {
      // Another process has removed it meanwhile.
      if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
    }
  }

  /** Others wait for as long as this waits for the table, so it gives up soon and tries again. */
  private async dropMonth(table: string, name: string, archived: number | null): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.inTransaction((tx) => dropPartition(tx, table, name, archived));
      } catch (error) {
        if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === DROP_ATTEMPTS)
          throw error;
        await this.pause(DROP_PAUSE_MS);
      }
    }
  }

  /** The age at which rows are removed; null: never. */
  private ageOf({ after }: ExpiringRows): string | null {
    if ('interval' in after) return after.interval;
    const days = this.days[after.setting];
    return days === 0 ? null : `${days} days`;
  }

  private removeRows(rows: ExpiringRows): Promise<void> {
    const isArchived = this.archiveFolder !== null && rows.archived !== undefined;
    const sql = deleteSql(rows, this.ageOf(rows));
    return this.removeBatches(rows.kind, rows.table, async (tx) => {
      if (!isArchived) return tx.execute(sql);
      const removed = await tx.query<{ line: string }>(`${sql} RETURNING (${rows.archived})::text AS line`);
      await this.archiveBatch(
        rows.kind,
        removed.map(({ line }) => line),
      );
      return removed.length;
    });
  }

  private async removeBatches(
    kind: string,
    table: string,
    remove: (tx: Tx) => Promise<number>,
  ): Promise<void> {
    let total = 0;
    for (let count = BATCH; count === BATCH && !this.stopped.signal.aborted;) {
      const begun = performance.now();
      count = await this.inTransaction(remove);
      total += count;
      this.metrics.removed(kind, count);
      // Rests as long as the batch took, so that a large backlog takes at most half of a connection's time.
      if (count === BATCH) await this.pause(Math.min(performance.now() - begun, MAX_PAUSE_MS));
    }
    if (total > 0) this.logger.log(`Removed ${total} expired rows of ${table} (${kind})`);
  }

  /** Archives a partition; the number of its rows, or null without an archive. */
  private async archiveMonth(kind: string, table: string, name: string): Promise<number | null> {
    if (this.archiveFolder === null) return null;
    return (await writeRowArchive(this.archiveFolder, kind, name, this.readMonth(table, name))).rows;
  }

  private async *readMonth(table: string, name: string): AsyncGenerator<string> {
    let after = '-1';
    for (;;) {
      const page = { name, after, limit: BATCH };
      const rows = await this.inTransaction((tx) => readPartition(tx, table, page));
      for (const { line } of rows) yield line;
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  /** Runs before the transaction that removes the rows commits: where that fails, the rows are there and archived twice. */
  private async archiveBatch(kind: string, lines: readonly string[]): Promise<void> {
    if (this.archiveFolder === null || lines.length === 0) return;
    const time = new Date().toISOString().replace(/[-:.]/g, '');
    await writeRowArchive(this.archiveFolder, kind, `${time}-${randomBytes(4).toString('hex')}`, lines);
  }

  private inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.transactions.run(systemScope('housekeeping'), work);
  }

  private async pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.stopped.signal }).catch(() => undefined);
  }
}

/** The condition is there twice: a row that changed after it was found is checked again before it is removed. */
function deleteSql({ table, since, where, order, skipLocked }: ExpiringRows, age: string | null): string {
  const condition = `${where ? `${where} AND ` : ''}${since} < now() - interval '${age}'`;
  return `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM ${table} WHERE ${condition} ${order ? `ORDER BY ${order}` : ''} LIMIT ${BATCH}
     ${skipLocked ? 'FOR UPDATE SKIP LOCKED' : ''})) AND ${condition}`;
}

/** Months for which there are partitions ahead, so that a round that fails for long keeps no row from its month. */
const MONTHS_AHEAD = 3;

/** All rows of `begins` ≤ `at` < `ends`; no beginning: everything before the end. */
type Partition = { name: string; begins: Date | null; ends: Date };

/** Makes this month's partition and the next ones. Rows of a month without one go to the default partition. */
const makePartitions = (tx: Tx, table: string): Promise<unknown> =>
  tx.query('SELECT make_partitions($1, $2)', [table, MONTHS_AHEAD]);

/** The partitions whose rows are all older than `days`, the oldest first. */
const readExpiredPartitions = (tx: Tx, table: string, days: number): Promise<Partition[]> =>
  tx.query<Partition>(
    'SELECT name, begins, ends FROM expired_partitions($1, now() - make_interval(days => $2)) ORDER BY ends',
    [table, days],
  );

/**
 * Drops a partition and returns about how many rows it had; 0 when another process has dropped it. `archived` is how many of
 * its rows are in an archive: with another number it stays.
 *
 * @throws 55P03 when the table is in use for longer than a request may notice
 */
async function dropPartition(tx: Tx, table: string, name: string, archived: number | null): Promise<number> {
  const [row] = await (archived === null
    ? tx.query<{ total: string | null }>('SELECT drop_partition($1, $2) AS total', [table, name])
    : tx.query<{ total: string | null }>('SELECT drop_archived_partition($1, $2, $3) AS total', [
        table,
        name,
        archived,
      ]));
  const total = row?.total ?? null;
  return total === null ? 0 : (archived ?? Number(total));
}

/** Rows of a partition as JSON, with ids above `after`. */
const readPartition = (
  tx: Tx,
  table: string,
  { name, after, limit }: { name: string; after: string; limit: number },
): Promise<{ id: string; line: string }[]> =>
  tx.query('SELECT id, line FROM partition_rows($1, $2, $3, $4)', [table, name, after, limit]);

/** Removes at most `limit` old rows of the partitions that aren't a month, and returns them as JSON. */
async function purgeRows(tx: Tx, table: string, days: number, limit: number): Promise<string[]> {
  const rows = await tx.query<{ line: string }>(
    'SELECT purge_rows_as_json AS line FROM purge_rows_as_json($1, now() - make_interval(days => $2), $3)',
    [table, days, limit],
  );
  return rows.map(({ line }) => line);
}
