import { migrations } from '../../migrations/index';
import { readDone, TOO_OLD } from '../../platform/database/adopt-migrations';
import { failure, type Finding, ok, warning } from '../finding';
import type { Examination } from './examination';

const TABLES = ['audit', 'task_events', 'push_deliveries'];

/** Whether the next month has its partitions: rows of a month without one slow the table's default partition down. */
export async function checkPartitions({ client }: Examination): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT t.name FROM unnest($1::text[]) AS t (name)
     WHERE EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.' || t.name) AND relkind = 'p')
       AND NOT EXISTS (
         SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
         CROSS JOIN LATERAL pg_get_expr(c.relpartbound, c.oid) AS bound
         WHERE i.inhparent = to_regclass('public.' || t.name)
           AND substring(bound FROM 'TO \\(''([^'']+)''\\)')::timestamptz > date_trunc('month', now(), 'UTC') + interval '1 month')`,
    [TABLES],
  );
  if (rows.length === 0) return [ok('The next month has its partitions')];
  return [
    failure(
      `These tables have no partition for the next month: ${rows.map(({ name }) => name).join(', ')}`,
      'A running server makes them within ten minutes: look for "retention" in its log, and run tessera migrate if the functions are missing.',
    ),
  ];
}

const OLDEST_VERSION = 150_000;
/** Sessions, holds and sales compare the database's clock with those of browsers and workers. */
const CLOCK_SECONDS = 2;
const LONG_TRANSACTION_SECONDS = 300;

type Facts = {
  version: string;
  number: number;
  role: string;
  bypasses: boolean;
  creates: boolean;
  switches: boolean;
  standby: boolean;
  ahead: number;
  used: number;
  most: number;
};

/** Version, role, clock, room for connections, and transactions that nobody ends. */
export async function checkDatabase({ client }: Examination): Promise<Finding[]> {
  const { rows } = await client.query<Facts>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
      current_user AS role, (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS bypasses,
      has_schema_privilege('public', 'CREATE') AS creates,
      coalesce((SELECT bool_and(pg_has_role(oid, 'MEMBER')) FROM pg_roles WHERE rolname IN ('tessera_realm', 'tessera_all', 'tessera_console')), false) AS switches,
      current_setting('transaction_read_only')::bool AS standby,
      (extract(epoch FROM clock_timestamp()) - $1)::float8 AS ahead,
      (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
      current_setting('max_connections')::int AS most`,
    [Date.now() / 1000],
  );
  const [facts] = rows;
  if (!facts) return [];
  return [
    versionOf(facts),
    roleOf(facts),
    ...(facts.standby
      ? [
          failure(
            'The database is read-only',
            'It is a standby: DATABASE_URL must lead to the primary, or name all hosts (docs/operate/high-availability.md).',
          ),
        ]
      : []),
    clockOf(facts),
    connectionsOf(facts),
    ...(await longTransactions({ client })),
  ];
}

function versionOf({ version, number }: Facts): Finding {
  return number >= OLDEST_VERSION
    ? ok(`PostgreSQL ${version}`)
    : failure(`PostgreSQL ${version} is too old`, 'Update it to 15 or newer.');
}

function roleOf({ role, bypasses, creates, switches }: Facts): Finding {
  if (bypasses)
    return failure(
      `The server signs in as ${role}, whom row security does not bind`,
      'A mistake in one request could show other realms. Let it sign in as tessera_server (tessera roles).',
    );
  if (!switches)
    return failure(
      `The role ${role} may not switch to tessera_realm, tessera_all and tessera_console`,
      'No request can be answered. Run tessera roles as an administrator of the cluster.',
    );
  if (creates)
    return warning(
      `The server signs in as ${role}, who may change the tables`,
      'Let it sign in as tessera_server, and only migrations as the owner (MIGRATION_DATABASE_URL or tessera migrate).',
    );
  return ok(`The server signs in as ${role}, who changes no table`);
}

function clockOf({ ahead }: Facts): Finding {
  const seconds = Math.abs(ahead).toFixed(1);
  if (Math.abs(ahead) <= CLOCK_SECONDS) return ok("This machine's clock agrees with the database's");
  return failure(
    `The database's clock is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's`,
    'Sessions, holds and on-sales go by both: let both machines keep time by NTP (timedatectl set-ntp true).',
  );
}

function connectionsOf({ used, most }: Facts): Finding {
  if (used < most * 0.8) return ok(`${used} of ${most} connections are used`);
  return warning(
    `${used} of ${most} connections are used`,
    'Lower DATABASE_POOL, raise max_connections, or put a pooler in front (docs/operate/connections.md).',
  );
}

/** Transactions of this database that are open for longer than `seconds`: those of others hold up none of its tables. */
export async function longTransactions(
  { client }: Pick<Examination, 'client'>,
  seconds = LONG_TRANSACTION_SECONDS,
): Promise<Finding[]> {
  const { rows } = await client.query<{ pid: number; name: string; age: number }>(
    `SELECT pid, coalesce(nullif(application_name, ''), 'unnamed') AS name, extract(epoch FROM now() - xact_start)::int AS age
    FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
      AND xact_start < now() - make_interval(secs => $1) ORDER BY xact_start LIMIT 5`,
    [seconds],
  );
  return rows.map(({ pid, name, age }) =>
    warning(
      `Process ${pid} (${name}) has a transaction open for ${age} s`,
      `It keeps old rows from being removed, and migrations from tables. Let it end, or: SELECT pg_terminate_backend(${pid});`,
    ),
  );
}

/** Whether the tables are those of this version, and whole. */
export async function checkMigrations({ client }: Examination): Promise<Finding[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('public.migrations') IS NOT NULL AS exists",
  );
  if (!found[0]?.exists)
    return [failure('The database has no tables', 'Run tessera migrate as their owner.')];
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
  const known = migrations.map((Migration): string => new Migration().name);
  const { done, isTooOld } = readDone(rows.map(({ name }) => name));
  if (isTooOld) return [failure(TOO_OLD, 'Servers are not ready until then (docs/operate/upgrade.md).')];
  const run = new Set(done);
  const pending = known.filter((name) => !run.has(name));
  const unknown = [...run].filter((name) => !known.includes(name));
  const findings: Finding[] = [];
  if (pending.length > 0)
    findings.push(
      failure(
        `${pending.length} migrations have not run: ${pending.slice(0, 3).join(', ')}`,
        'Run tessera migrate of this version; servers are not ready until then (docs/operate/upgrade.md).',
      ),
    );
  if (unknown.length > 0)
    findings.push(
      warning(
        `The tables are of a newer version: ${unknown.slice(0, 3).join(', ')}`,
        'Start that version. The one directly before works with its tables, so after a return from an update this is expected; an older one needs a backup (docs/operate/upgrade.md).',
      ),
    );
  const { rows: invalid } = await client.query<{ name: string }>(
    "SELECT indexrelid::regclass::text AS name FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE NOT indisvalid AND c.relkind = 'i' AND c.relnamespace = 'public'::regnamespace",
  );
  for (const { name } of invalid)
    findings.push(
      failure(
        `The index ${name} is not complete: its build was interrupted`,
        `As the owner: REINDEX INDEX CONCURRENTLY ${name};`,
      ),
    );
  return findings.length > 0 ? findings : [ok(`All ${known.length} migrations have run`)];
}
