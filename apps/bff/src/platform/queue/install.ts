import { PgBoss } from 'pg-boss';

/** Schema of the queue engine's tables. */
export const QUEUE_SCHEMA = 'pgboss';

/** The part of a connection or pool that is used: runs one statement, or several without values. */
export interface SqlRunner {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] } | { rows: unknown[] }[]>;
}

/**
 * Creates or migrates the queue engine's schema and lets the application's roles use it. Called by the
 * migration step, under its lock, by the role that owns the database's objects. The engine's tables are
 * outside row-level security: its payloads contain only ids.
 */
export async function installQueue(connection: SqlRunner): Promise<void> {
  const executeSql = async (text: string, values?: unknown[]) => {
    const result = await connection.query(text, values);
    return Array.isArray(result) ? (result.at(-1) ?? { rows: [] }) : result;
  };
  const boss = new PgBoss({
    schema: QUEUE_SCHEMA,
    db: { executeSql },
    migrate: true,
    supervise: false,
    schedule: false,
  });
  const failures: Error[] = [];
  boss.on('error', (error) => failures.push(error));
  await boss.start();
  await boss.stop({ close: false, graceful: false });
  if (failures[0]) throw failures[0];
  await executeSql(`
    GRANT USAGE ON SCHEMA ${QUEUE_SCHEMA} TO tessera_realm, tessera_all;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${QUEUE_SCHEMA} TO tessera_realm, tessera_all;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${QUEUE_SCHEMA} TO tessera_realm, tessera_all;
  `);
}
