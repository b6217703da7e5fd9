import { Client } from 'pg';
import { migrations } from '../migrations/index';
import { readDone, TOO_OLD } from '../platform/database/adopt-migrations';
import { connectionTo } from '../platform/database/hosts';
import { type Command, exitCodes, printLine } from './command';
import { type Finding, findingLines } from './finding';
import { ownerUrl } from './settings';

const OLDEST_VERSION = 150_000;
/** A transaction that is open for longer may keep a migration from its table. */
const LONG_TRANSACTION = '30 seconds';
const BACKUP_HOURS = 24;

type Row = Record<string, string | number | boolean | null>;

/**
 * Compares the database with this version's migrations, as the owner of the tables; changes nothing. `longTransaction`: the
 * interval after which an open transaction is in the way.
 */
export async function checkUpgrade(
  databaseUrl: string,
  longTransaction = LONG_TRANSACTION,
): Promise<Finding[]> {
  const client = new Client({ ...connectionTo(databaseUrl), application_name: 'tessera-upgrade-check' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SET statement_timeout = 20000');
    return [
      ...(await checkVersion(client)),
      ...(await checkMigrations(client)),
      ...(await checkTransactions(client, longTransaction)),
      ...(await checkBackup(client)),
      ...(await checkServers(client)),
    ];
  } finally {
    await client.end();
  }
}

async function read(client: Client, sql: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query<Row>(sql, values)).rows;
}

/** Whether a table exists that this role may read. */
const isReadable = async (client: Client, table: string): Promise<boolean> =>
  (
    await read(client, "SELECT coalesce(has_table_privilege(to_regclass($1), 'SELECT'), false) AS found", [
      `public.${table}`,
    ])
  )[0]?.found === true;

async function checkVersion(client: Client): Promise<Finding[]> {
  const [row] = await read(
    client,
    "SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number",
  );
  const text = `PostgreSQL ${row?.version}`;
  if (Number(row?.number) >= OLDEST_VERSION) return [{ level: 'ok', text }];
  return [
    { level: 'error', text, advice: 'This version needs PostgreSQL 15 or newer: update the database first.' },
  ];
}

async function checkMigrations(client: Client): Promise<Finding[]> {
  const known: { name: string; transaction?: boolean }[] = migrations.map((Migration) => new Migration());
  const names = new Set<string>(known.map(({ name }) => name));
  const rows = (await isReadable(client, 'migrations'))
    ? await read(client, 'SELECT name FROM migrations')
    : [];
  const { done: found, isTooOld } = readDone(rows.map(({ name }) => String(name)));
  if (isTooOld)
    return [{ level: 'error', text: 'The tables are too old for this version', advice: `${TOO_OLD}.` }];
  const done = new Set(found);
  const newer = [...done].filter((name) => !names.has(name));
  const pending = known.filter(({ name }) => !done.has(name));
  const findings: Finding[] = [];
  if (newer.length > 0)
    findings.push({
      level: 'error',
      text: `The database has ${newer.length} migrations of a newer version: ${newer.join(', ')}`,
      advice:
        'Migrations only go forward. Install that version or a newer one, or restore a backup from before it.',
    });
  const [owner] = await read(
    client,
    "SELECT current_user AS name, has_schema_privilege('public', 'CREATE') AS may",
  );
  if (pending.length > 0 && !owner?.may)
    findings.push({
      level: 'error',
      text: `${owner?.name} may not change the tables`,
      advice: 'Set MIGRATION_DATABASE_URL to the address of their owner.',
    });
  if (pending.length === 0) return [...findings, { level: 'ok', text: 'No migration is pending' }];
  const builds = pending.filter((one) => one.transaction === false).length;
  const size = await read(client, 'SELECT pg_size_pretty(pg_database_size(current_database())) AS size');
  findings.push({
    level: 'ok',
    text:
      `${pending.length === 1 ? '1 migration is' : `${pending.length} migrations are`} pending, ` +
      `${builds} of them ${builds === 1 ? 'builds or drops' : 'build or drop'} indexes beside the work; ` +
      `the database has ${size[0]?.size}`,
  });
  return [...findings, ...pending.map(({ name }): Finding => ({ level: 'ok', text: `  ${name}` }))];
}

async function checkTransactions(client: Client, longest: string): Promise<Finding[]> {
  const long = await read(
    client,
    `SELECT pid, application_name AS application, extract(epoch FROM now() - xact_start)::int AS seconds
     FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
       AND xact_start < now() - $1::interval ORDER BY xact_start`,
    [longest],
  );
  const prepared = await read(
    client,
    'SELECT gid FROM pg_prepared_xacts WHERE database = current_database() ORDER BY prepared',
  );
  if (long.length + prepared.length === 0) return [{ level: 'ok', text: 'No transaction is open for long' }];
  return [
    ...long.map(({ pid, application, seconds }): Finding => ({
      level: 'warning',
      text: `Process ${pid} (${application || 'unnamed'}) has a transaction open for ${seconds} s`,
      advice: `A migration may wait for its tables. Let it end, or end it: SELECT pg_terminate_backend(${pid});`,
    })),
    ...prepared.map(({ gid }): Finding => ({
      level: 'error',
      text: `The prepared transaction ${gid} holds its locks until somebody ends it`,
      advice: `ROLLBACK PREPARED '${gid}' or COMMIT PREPARED, whichever its owner meant.`,
    })),
  ];
}

async function checkBackup(client: Client): Promise<Finding[]> {
  const advice =
    'Migrations only go forward: the way back is a backup. Run tessera backup, then tessera verify-backup.';
  const isNew = (await read(client, "SELECT to_regclass('public.migrations') IS NULL AS found"))[0]?.found;
  if (isNew) return [];
  // This version may be the first one that records backups.
  if (!(await isReadable(client, 'backups')))
    return [{ level: 'warning', text: 'No backup is recorded yet', advice }];
  const [last] = await read(
    client,
    'SELECT extract(epoch FROM now() - max(finished_at))::int / 3600 AS hours FROM backups',
  );
  if (last?.hours === null || last === undefined)
    return [{ level: 'warning', text: 'There is no backup', advice }];
  if (Number(last.hours) < BACKUP_HOURS)
    return [{ level: 'ok', text: `The last backup is ${last.hours} h old` }];
  return [{ level: 'warning', text: `The last backup is ${last.hours} h old`, advice }];
}

async function checkServers(client: Client): Promise<Finding[]> {
  const [row] = await read(
    client,
    `SELECT count(DISTINCT coalesce(client_addr::text, 'local'))::int AS addresses, count(*)::int AS connections,
       current_setting('max_connections')::int AS most
     FROM pg_stat_activity WHERE application_name LIKE 'tessera%' AND pid <> pg_backend_pid()
       AND datname = current_database()`,
  );
  const used = Number(row?.connections);
  const text = `${used} connections of servers from ${row?.addresses} addresses, of ${row?.most}`;
  // While servers are replaced one by one, the new one has its connections beside all old ones.
  if (used * 1.5 < Number(row?.most)) return [{ level: 'ok', text }];
  return [
    {
      level: 'warning',
      text,
      advice:
        'A new server needs its connections beside the old ones: raise max_connections or lower DATABASE_POOL.',
    },
  ];
}

/** Says before an update, from the new version's image, what it will do to the database and what stands in its way. */
export const upgradeCheckCommand: Command = {
  name: 'upgrade-check',
  usage: '',
  summary: 'say what an update to this version would do to the database, and what is in its way',
  async run(_args, env) {
    const findings = await checkUpgrade(ownerUrl(env));
    for (const finding of findings) printLine(findingLines(finding));
    return findings.some(({ level }) => level === 'error') ? exitCodes.failed : exitCodes.ok;
  },
};
