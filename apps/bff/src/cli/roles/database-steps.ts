import { IDLE_IN_TRANSACTION_MS, STATEMENT_MS } from '../../platform/database/session';

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
export function databaseSteps(database: string): DatabaseStep[] {
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
