import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { grantOperators } from '../platform/database/operator-grants';
import { IDLE_IN_TRANSACTION_MS, STATEMENT_MS } from '../platform/database/session';
import { type Command, exitCodes, printLine, UsageError } from './command';
import { withClient } from './database';
import { optionalSetting, requiredSetting } from './settings';

/** One property of a database: `isMet` is a query for one boolean, `apply` brings it about. */
interface DatabaseStep {
  title: string;
  isMet: string;
  apply: string[];
}

/** What a session of the serving role starts with: a pooler passes no startup options on. */
const limits = {
  TimeZone: 'UTC',
  statement_timeout: `${STATEMENT_MS}ms`,
  idle_in_transaction_session_timeout: `${IDLE_IN_TRANSACTION_MS}ms`,
};

/** What the product's database needs of its roles, on a connection to it. */
function databaseSteps(database: string): DatabaseStep[] {
  const quoted = `"${database.replaceAll('"', '""')}"`;
  const hasSetting = (role: string, name: string, value: string) =>
    `SELECT EXISTS (SELECT FROM pg_db_role_setting s CROSS JOIN unnest(s.setconfig) one
       WHERE s.setrole = '${role}'::regrole AND one = '${name}=${value}'
         AND s.setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())) AS met`;
  const setting = (role: string, name: string, value: string): DatabaseStep => ({
    title: `${role} has ${name} = ${value}`,
    isMet: hasSetting(role, name, value),
    apply: [`ALTER ROLE ${role} IN DATABASE ${quoted} SET ${name} = '${value}'`],
  });
  return [
    {
      title: `tessera owns the database ${database}`,
      isMet: `SELECT datdba = 'tessera'::regrole AS met FROM pg_database WHERE datname = current_database()`,
      apply: [`ALTER DATABASE ${quoted} OWNER TO tessera`],
    },
    {
      title: 'tessera_server owns nothing',
      isMet: `SELECT NOT EXISTS (SELECT FROM pg_shdepend WHERE refclassid = 'pg_authid'::regclass AND refobjid = 'tessera_server'::regrole
        AND deptype = 'o' AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())) AS met`,
      apply: ['REASSIGN OWNED BY tessera_server TO tessera'],
    },
    {
      title: 'tessera_server creates nothing',
      isMet: `SELECT NOT has_schema_privilege('tessera_server', 'public', 'CREATE')
        AND NOT has_database_privilege('tessera_server', current_database(), 'CREATE') AS met`,
      apply: [
        'REVOKE CREATE ON SCHEMA public FROM PUBLIC, tessera_server',
        `REVOKE CREATE ON DATABASE ${quoted} FROM PUBLIC, tessera_server`,
      ],
    },
    ...Object.entries(limits).map(([name, value]) => setting('tessera_server', name, value)),
  ];
}

/** Who signs in: the owner of the tables, the servers, backups, and monitoring. */
type SignInRole = 'tessera' | 'tessera_server' | 'tessera_backup' | 'tessera_monitoring';
/** A password of each role; null keeps the present one. */
type RolePasswords = Readonly<Record<SignInRole, string | null>>;

const attributes: Readonly<Record<SignInRole, string>> = {
  tessera: 'LOGIN CREATEROLE NOSUPERUSER NOBYPASSRLS',
  tessera_server: 'LOGIN NOINHERIT NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB',
  // Row security would hide every row from it, and a backup without rows looks like a good one.
  tessera_backup: 'LOGIN NOINHERIT NOSUPERUSER BYPASSRLS NOCREATEROLE NOCREATEDB',
  tessera_monitoring: 'LOGIN INHERIT NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB CONNECTION LIMIT 5',
};
const signInRoles = Object.keys(attributes) as SignInRole[];
/** The roles that transactions work as, with their attributes. */
const workRoles = { tessera_realm: 'NOINHERIT', tessera_all: 'NOINHERIT', tessera_console: 'INHERIT' };

/**
 * Creates the roles and the database that are missing, sets the passwords that are given and every role's attributes, and
 * returns a line for each thing that it did. `adminUrl` is the address of a superuser, or of a role that may create roles
 * with BYPASSRLS and databases.
 */
async function createRoles(adminUrl: string, database: string, passwords: RolePasswords): Promise<string[]> {
  const lines: string[] = [];
  await withClient(adminUrl, 'tessera-roles', async (client) => {
    const { rows } = await client.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    );
    const has = async (role: string) =>
      ((await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])).rowCount ?? 0) > 0;
    for (const [role, inherits] of Object.entries(workRoles)) {
      if (await has(role)) continue;
      await client.query(`CREATE ROLE ${role} NOLOGIN ${inherits}`);
      lines.push(`created ${role}`);
    }
    for (const role of signInRoles) {
      const isNew = !(await has(role));
      if (isNew && passwords[role] === null) {
        lines.push(`left out ${role}: its password is not given`);
        continue;
      }
      await client.query(`${isNew ? 'CREATE' : 'ALTER'} ROLE ${role} ${attributes[role]}`);
      const password = passwords[role];
      if (password !== null)
        await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(password)}`);
      lines.push(
        `${isNew ? 'created' : 'checked'} ${role}${password === null ? '' : ' and set its password'}`,
      );
    }
    const hasOptions = (rows[0]?.version ?? 0) >= 160_000;
    await client.query(
      `GRANT tessera_all TO tessera_console ${hasOptions ? 'WITH INHERIT TRUE, SET FALSE' : ''}`,
    );
    for (const role of Object.keys(workRoles)) {
      if (await has('tessera'))
        await client.query(
          `GRANT ${role} TO tessera WITH ADMIN ${hasOptions ? 'TRUE, INHERIT FALSE, SET TRUE' : 'OPTION'}`,
        );
      if (await has('tessera_server'))
        await client.query(
          `GRANT ${role} TO tessera_server ${hasOptions ? 'WITH INHERIT FALSE, SET TRUE' : ''}`,
        );
    }
    if (await has('tessera_monitoring'))
      await client.query(`GRANT pg_monitor TO tessera_monitoring ${hasOptions ? 'WITH INHERIT TRUE' : ''}`);
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (found.rowCount === 0 && (await has('tessera'))) {
      await client.query(
        `CREATE DATABASE ${client.escapeIdentifier(database)} OWNER tessera TEMPLATE template0 ENCODING UTF8`,
      );
      lines.push(`created the database ${database}`);
    }
  });
  await withClient(adminUrl.replace(/\/[^/?]*(\?|$)/, `/${database}$1`), 'tessera-roles', async (client) => {
    await grantOperators(client);
    lines.push('granted what backup and monitoring read');
    lines.push(...(await correctDatabase(client, database)));
  });
  return lines;
}

/** Corrects who owns and creates what in the database, and the limits of servers; returns what it changed. */
async function correctDatabase(client: Client, database: string): Promise<string[]> {
  const has = await client.query(
    "SELECT FROM pg_roles WHERE rolname IN ('tessera', 'tessera_server') HAVING count(*) = 2",
  );
  if (has.rowCount === 0) return [];
  const changed: string[] = [];
  for (const { title, isMet, apply } of databaseSteps(database)) {
    const { rows } = await client.query<{ met: boolean }>(isMet);
    if (rows[0]?.met) continue;
    for (const statement of apply) await client.query(statement);
    changed.push(`corrected: ${title}`);
  }
  return changed;
}

/** Creates the roles of an installation and its database, or completes what is missing. Changes no password that isn't given. */
export const rolesCommand: Command = {
  name: 'roles',
  usage: '[--database NAME]',
  summary: 'create the roles and the database, as an administrator of the cluster',
  async run(args, env) {
    const { values } = parseArgs({ args, options: { database: { type: 'string', default: 'tessera' } } });
    if (!/^[a-z_][a-z0-9_]{0,62}$/.test(values.database))
      throw new UsageError('--database must be a name of lower-case letters, digits and _');
    const adminUrl = requiredSetting(env, 'ADMIN_DATABASE_URL');
    const passwords: RolePasswords = {
      tessera: optionalSetting(env, 'TESSERA_DB_PASSWORD'),
      tessera_server: optionalSetting(env, 'TESSERA_SERVER_DB_PASSWORD'),
      tessera_backup: optionalSetting(env, 'TESSERA_BACKUP_DB_PASSWORD'),
      tessera_monitoring: optionalSetting(env, 'TESSERA_MONITORING_DB_PASSWORD'),
    };
    for (const line of await createRoles(adminUrl, values.database, passwords)) printLine(line);
    return exitCodes.ok;
  },
};
