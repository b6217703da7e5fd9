import type { RetentionKind } from '../config/retention-settings';

/** Rows of a table that are removed once they are old. */
export interface ExpiringRows {
  /** What the metrics and the log call them. */
  kind: string;
  table: string;
  /** SQL of the instant that their age counts from. */
  since: string;
  /** The age at which they are removed: an interval, such as `30 days`, or what the operator sets for this kind. */
  after: { interval: string } | { setting: RetentionKind };
  /** SQL that holds for the rows that may be removed at all. Checked again when a row is removed. */
  where?: string;
  /** SQL that finds the oldest first, by an index. */
  order?: string;
  /** Rows that a transaction of somebody else has locked are left for the next round. */
  skipLocked?: boolean;
  /** SQL of the JSON that an archive keeps of a row; rows without it are never archived. */
  archived?: string;
}

/** A table that is partitioned by the month of `at`. */
export interface PartitionedTable {
  kind: RetentionKind;
  table: string;
}

/** A table with a `secrets` column; `row` and `realm` are the columns that its values are bound to. */
export interface SealedTable {
  table: string;
  row: string;
  /** `0` for what belongs to no realm. */
  realm: string;
}

/** What an owner has the platform do with its rows: remove old ones, and rotate the keys of their secrets. */
export interface OwnedRows {
  expiring?: readonly ExpiringRows[];
  partitioned?: readonly PartitionedTable[];
  sealed?: readonly SealedTable[];
}

/** What all owners have, in the order in which rows are removed. */
export class AllOwnedRows {
  readonly expiring: readonly ExpiringRows[];
  readonly partitioned: readonly PartitionedTable[];
  readonly sealed: readonly SealedTable[];

  /** @param owners whose rows refer to those of a later one come first */
  constructor(owners: readonly OwnedRows[]) {
    this.expiring = owners.flatMap(({ expiring = [] }) => expiring);
    this.partitioned = owners.flatMap(({ partitioned = [] }) => partitioned);
    this.sealed = owners.flatMap(({ sealed = [] }) => sealed).sort((a, b) => (a.table < b.table ? -1 : 1));
  }
}
