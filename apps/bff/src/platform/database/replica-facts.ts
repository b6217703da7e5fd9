/** Why a standby isn't read, in words for the log. */
export const unfitReasons = {
  unreachable: 'it does not answer',
  not_standby: 'it is no standby, or was promoted: its rows may be others than the primary has',
  other_database: 'it is no copy of the database in DATABASE_URL',
  diverged: 'it is ahead of the primary, so it is a copy of another one',
  schema: 'its tables are of another version than those of the primary',
  lag: 'it is too far behind',
  cancelled: 'it cancelled a read',
  busy: 'all its connections are in use',
  error: 'a read failed',
} as const;

export type Unfit = keyof typeof unfitReasons;

/** A standby must not be read. */
export class UnfitReplica extends Error {
  constructor(readonly reason: Unfit) {
    super(unfitReasons[reason]);
  }
}

/** What both servers of a pair have in common: the cluster that a standby is a copy of, the database in it, the tables' version. */
type Common = { cluster: string; database: number; schema: string };

/** A server that accepts writes: `lsn` is its position in the write-ahead log. */
export type PrimaryFacts = Common & { lsn: string };

/** A server that repeats another one: `lsn` is the position up to which it did; null when it never did. */
export type StandbyFacts = Common & StandbyPosition;
export type StandbyPosition = { recovering: boolean; lsn: string | null };

const COMMON = `(SELECT system_identifier::text FROM pg_control_system()) AS cluster,
  (SELECT oid::bigint::float8 FROM pg_database WHERE datname = current_database()) AS database,
  (SELECT coalesce(md5(string_agg(name, ' ' ORDER BY name)), '') FROM migrations) AS schema`;

/** Positions are sent as numbers of bytes. */
const bytes = (lsn: string) => `pg_wal_lsn_diff(${lsn}, '0/0')::text`;

/** Whether the server is a standby, and how far it is. */
export const STANDBY_POSITION = `SELECT pg_is_in_recovery() AS recovering, ${bytes('pg_last_wal_replay_lsn()')} AS lsn`;

/** How far the primary is with what it acknowledged; fails on a standby. */
export const PRIMARY_POSITION = `SELECT ${bytes('pg_current_wal_flush_lsn()')} AS lsn`;

/** Reads `PrimaryFacts`. */
export const PRIMARY_FACTS = `${PRIMARY_POSITION}, ${COMMON}`;

/** Reads `StandbyFacts`. */
export const STANDBY_FACTS = `${STANDBY_POSITION}, ${COMMON}`;

/** Why a server is no copy of the primary that may be read, whatever its lag; null when it is one. */
export function findMismatch(
  primary: PrimaryFacts,
  standby: StandbyFacts,
): Extract<Unfit, 'other_database' | 'not_standby' | 'schema'> | null {
  if (primary.cluster !== standby.cluster || primary.database !== standby.database) return 'other_database';
  if (!standby.recovering) return 'not_standby';
  return primary.schema === standby.schema ? null : 'schema';
}
