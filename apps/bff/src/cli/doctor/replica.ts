import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionTo } from '../../platform/database/hosts';
import {
  findMismatch,
  PRIMARY_FACTS,
  type PrimaryFacts,
  STANDBY_FACTS,
  STANDBY_POSITION,
  type StandbyFacts,
  type StandbyPosition,
} from '../../platform/database/replica-facts';
import { failure, type Finding, ok, warning } from '../finding';
import type { Examination } from './examination';

const CONNECT_MS = 5_000;
/** How long the standby may take to have what the primary had. */
const CATCH_UP_MS = 3_000;
const LOOK_MS = 50;

const advice = {
  other_database:
    'DATABASE_READ_URL must lead to a standby of the server in DATABASE_URL, made by pg_basebackup, and name the same database (docs/operate/high-availability.md).',
  not_standby:
    'It is the primary, or was promoted: set DATABASE_READ_URL to a standby, or name both hosts there, of which the standby is chosen.',
  schema:
    "Its tables are not those of the primary: it is far behind, or isn't made by streaming replication. See pg_stat_replication on the primary.",
} as const;

/** Whether the standby for reads that may lag can be used; servers read the primary where it can't. */
export async function checkReplica({ config, client }: Examination): Promise<Finding[]> {
  if (!config.readReplica) return [];
  const standby = new Client({
    ...connectionTo(config.readReplica.url, 'standby'),
    application_name: 'tessera-doctor',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  standby.on('error', () => undefined);
  try {
    await standby.connect();
    return await compare(client, standby, config.readReplica.maxLag);
  } catch (error) {
    return [
      warning(
        `The standby in DATABASE_READ_URL can't be read: ${(error as Error).message}`,
        'Start it, or correct the address: role and password are those of the primary. Until then servers read the primary.',
      ),
    ];
  } finally {
    await standby.end().catch(() => undefined);
  }
}

async function compare(primary: Client, standby: Client, maxLag: number): Promise<Finding[]> {
  const role = await standby.query<{ name: string; bypasses: boolean }>(
    'SELECT rolname AS name, rolsuper OR rolbypassrls AS bypasses FROM pg_roles WHERE rolname = current_user',
  );
  if (role.rows[0]?.bypasses)
    return [
      failure(
        `The server signs in at the standby as ${role.rows[0].name}, whom row security does not bind`,
        'Let DATABASE_READ_URL have the role tessera_server.',
      ),
    ];
  const facts = await standby.query<StandbyFacts>(STANDBY_FACTS);
  const wanted = await primary.query<PrimaryFacts>(PRIMARY_FACTS);
  if (!facts.rows[0] || !wanted.rows[0]) return [];
  const mismatch = findMismatch(wanted.rows[0], facts.rows[0]);
  if (mismatch) {
    const what = mismatch === 'not_standby' ? 'no standby' : 'no copy of the database in DATABASE_URL';
    return [warning(`DATABASE_READ_URL leads to ${what}`, advice[mismatch])];
  }
  if (await hasReached(standby, BigInt(wanted.rows[0].lsn)))
    return [ok('The standby for reads that may lag follows the primary')];
  return [
    warning(
      `The standby in DATABASE_READ_URL is more than ${CATCH_UP_MS / 1000} s behind`,
      `Servers read the primary when it is ${maxLag} s behind. Is replay paused (SELECT pg_is_wal_replay_paused()), does it stream (pg_stat_replication on the primary), is its disk slow?`,
    ),
  ];
}

async function hasReached(standby: Client, lsn: bigint): Promise<boolean> {
  const limit = performance.now() + CATCH_UP_MS;
  for (;;) {
    const { rows } = await standby.query<StandbyPosition>(STANDBY_POSITION);
    if (BigInt(rows[0]?.lsn ?? 0) >= lsn) return true;
    if (performance.now() > limit) return false;
    await delay(LOOK_MS);
  }
}
