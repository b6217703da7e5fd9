import { failure, type Finding, ok, warning } from '../finding';
import type { Examination } from './examination';

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

/** Transactions that are open for longer than `seconds`. */
export async function longTransactions(
  { client }: Pick<Examination, 'client'>,
  seconds = LONG_TRANSACTION_SECONDS,
): Promise<Finding[]> {
  const { rows } = await client.query<{ pid: number; name: string; age: number }>(
    `SELECT pid, coalesce(nullif(application_name, ''), 'unnamed') AS name, extract(epoch FROM now() - xact_start)::int AS age
    FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
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
