import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionTo } from '../../platform/database/hosts';
import { failure, type Finding, ok } from '../finding';
import type { Examination } from './examination';

const CHANNEL = 'tessera_doctor';
const ARRIVAL_MS = 2_000;

/** Whether notifications arrive on the connection that the server would listen on, and statements may have names. */
export async function checkNotifications({ config, client }: Examination): Promise<Finding[]> {
  const direct = config.databaseDirectUrl ?? config.databaseUrl;
  const listener = new Client({ ...connectionTo(direct), application_name: 'tessera-doctor' });
  listener.on('error', () => undefined);
  try {
    await listener.connect();
  } catch (error) {
    return [
      failure(
        `The address for notifications can't be reached: ${(error as Error).message}`,
        'Correct DATABASE_DIRECT_URL: it must lead to PostgreSQL itself.',
      ),
    ];
  }
  try {
    const payload = randomUUID();
    const arrival = new Promise<boolean>((resolve) =>
      listener.on('notification', (message) => message.payload === payload && resolve(true)),
    );
    await listener.query(`LISTEN ${CHANNEL}`);
    await client.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]);
    const arrived = await Promise.race([arrival, delay(ARRIVAL_MS, false, { ref: false })]);
    return [
      arrived ? ok('Notifications arrive') : undelivered(config.databaseDirectUrl !== null),
      ...(await names(client, config)),
    ];
  } finally {
    await listener.end().catch(() => undefined);
  }
}

function undelivered(hasDirect: boolean): Finding {
  const text = 'Notifications do not arrive: live lists stand still and workers start late';
  return hasDirect
    ? failure(
        text,
        'DATABASE_DIRECT_URL leads to another database than DATABASE_URL, or to a pooler: set it to the same database on PostgreSQL itself.',
      )
    : failure(
        text,
        'DATABASE_URL leads to a pooler: set DATABASE_DIRECT_URL to PostgreSQL itself (docs/operate/connections.md).',
      );
}

/** A pooler that gives each transaction another session loses the names of statements. */
async function names(client: Client, { databaseStatements }: Examination['config']): Promise<Finding[]> {
  if (databaseStatements === 'unnamed') return [];
  const name = `doctor_${randomUUID()}`;
  try {
    for (let use = 0; use < 3; use += 1) await client.query({ name, text: 'SELECT 1' });
    return [];
  } catch (error) {
    return [
      failure(
        `Statements with names fail: ${(error as Error).message}`,
        'Set DATABASE_STATEMENTS=unnamed: the pooler knows no names (PgBouncer does from 1.21 on, with max_prepared_statements).',
      ),
    ];
  }
}
