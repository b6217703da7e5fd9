/** Why a standby isn't read. */
export type Unfit =
  | 'unreachable'
  | 'not_standby'
  | 'other_database'
  | 'diverged'
  | 'schema'
  | 'lag'
  | 'cancelled'
  | 'busy'
  | 'error';

export const unfitReasons: readonly Unfit[] = [
  'unreachable',
  'not_standby',
  'other_database',
  'diverged',
  'schema',
  'lag',
  'cancelled',
  'busy',
  'error',
];

/** What both servers of a pair have in common: the cluster that a standby is a copy of, the database in it, the tables' version. */
type Common = { cluster: string; database: number; schema: string };

/** A server that accepts writes: `lsn` is its position in the write-ahead log. */
export type PrimaryFacts = Common & { lsn: string };

/** A server that repeats another one: `lsn` is the position up to which it did; null when it never did. */
export type StandbyFacts = Common & { recovering: boolean; lsn: string | null };

const COMMON = `(SELECT system_identifier::text FROM pg_control_system()) AS cluster,
  (SELECT oid::bigint::float8 FROM pg_database WHERE datname = current_database()) AS database,
  (SELECT coalesce(md5(string_agg(name, ' ' ORDER BY name)), '') FROM migrations) AS schema`;

/** Positions are sent as numbers of bytes. */
const bytes = (lsn: string) => `pg_wal_lsn_diff(${lsn}, '0/0')::text`;

/** Whether the server is a standby, and how far it is. */
export const STANDBY_POSITION = `SELECT pg_is_in_recovery() AS recovering, ${bytes('pg_last_wal_replay_lsn()')} AS lsn`;

/** Reads `PrimaryFacts`; fails on a standby. */
export const PRIMARY_FACTS = `SELECT ${bytes('pg_current_wal_lsn()')} AS lsn, ${COMMON}`;

/** Reads `StandbyFacts`. */
export const STANDBY_FACTS = `${STANDBY_POSITION}, ${COMMON}`;

/** Why a server is no copy of the primary that may be read, whatever its lag; null when it is one. */
export function findMismatch(primary: PrimaryFacts, standby: StandbyFacts): Unfit | null {
  if (primary.cluster !== standby.cluster || primary.database !== standby.database) return 'other_database';
  if (!standby.recovering) return 'not_standby';
  return primary.schema === standby.schema ? null : 'schema';
}
