import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Client } from 'pg';

/** Key of the advisory lock; no other lock uses this number. */
const MIGRATION_LOCK = 7_355_608;
/** How long to wait for the lock: a migration of large tables may take minutes. */
const WAIT_MS = 10 * 60_000;
const RETRY_MS = 500;
const REPORT_MS = 5_000;

const logger = new Logger('migrations');

interface Holder {
  pid: number;
  application: string;
  role: string;
  address: string;
  seconds: number;
}

/**
 * Begins a transaction that holds the migrations' lock until it ends; of several processes one has it. It logs who has it
 * while waiting. The lock belongs to a transaction, not to a session: behind a pooler a session's lock would stay on the
 * pooler's connection after its process has gone. Its statements have no parameters: one with parameters keeps its snapshot
 * until the next statement, and CREATE INDEX CONCURRENTLY would wait for that for ever.
 *
 * @throws when another process has had it for the whole of `waitMs`
 */
export async function lockMigrations(client: Client, waitMs = WAIT_MS): Promise<void> {
  const deadline = performance.now() + waitMs;
  let reportAt = 0;
  await client.query(
    'BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0',
  );
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS locked`,
    );
    if (rows[0]?.locked) return;
    const isOver = performance.now() >= deadline;
    if (isOver || performance.now() >= reportAt) {
      const holder = describe(await findHolder(client));
      if (isOver)
        throw new Error(
          `Another connection has held the lock of the migrations for ${Math.round(waitMs / 1000)} s: ${holder}`,
        );
      logger.warn(`Waiting for the lock of the migrations, which another connection holds: ${holder}`);
      reportAt = performance.now() + REPORT_MS;
    }
    await delay(RETRY_MS);
  }
}

/** Another role's application and address are visible to members of pg_monitor only. */
async function findHolder(client: Client): Promise<Holder | undefined> {
  const { rows } = await client.query<Holder>(
    `SELECT l.pid, coalesce(nullif(a.application_name, ''), 'unknown') AS application, coalesce(a.usename, 'unknown') AS role,
            coalesce(host(a.client_addr), 'a local socket') AS address,
            coalesce(extract(epoch FROM now() - a.backend_start)::int, 0) AS seconds
     FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = ${MIGRATION_LOCK} AND l.objsubid = 1
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows[0];
}

const describe = (holder: Holder | undefined): string =>
  holder
    ? `process ${holder.pid} (application "${holder.application}", role ${holder.role}, from ${holder.address}, connected for ${holder.seconds} s). If that process is gone, end its connection: SELECT pg_terminate_backend(${holder.pid})`
    : 'it ended meanwhile';
