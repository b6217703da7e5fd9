import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Listener } from '../database/listener';
import { QUEUE_SCHEMA } from '../queue/install';

/** Whether this process receives requests, and each check's outcome. */
export interface ReadinessReport {
  ready: boolean;
  checks: Record<string, 'ok' | 'failed'>;
  /** What to do about failed checks, for operators; never a driver's message, since anyone may read it. */
  advice: Record<string, string>;
}

/** A check's failure whose message anyone may read. */
class NotReadyError extends Error {}

type Check = () => unknown;

/** Time limit of a check, so that the probe gets a response even when the database doesn't respond. */
const CHECK_MS = 3_000;
/** How long a notification to this process may take. */
const PROBE_MS = 2_000;

/** The check that all others depend on. */
const DATABASE = 'database';
const DATABASE_ADVICE = 'The database does not answer: is PostgreSQL up, and is DATABASE_URL right?';

/** The checks that must pass before this process receives requests; features add their own. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, Check>();
  private closing = false;

  constructor(@InjectDataSource() dataSource: DataSource, listener: Listener) {
    this.add(DATABASE, () => checkWritable(dataSource));
    this.add('migrations', async () => {
      if (await dataSource.showMigrations())
        throw new NotReadyError('The tables are behind this version: run the migrations');
    });
    this.add('notifications', () => checkNotifications(dataSource, listener));
    this.add('queue', () => dataSource.query(`SELECT version FROM ${QUEUE_SCHEMA}.version`));
  }

  /** Adds a check: it fails by throwing. */
  add(name: string, check: Check): void {
    this.checks.set(name, check);
  }

  /** Reports not ready from now on: the process is shutting down. */
  close(): void {
    this.closing = true;
  }

  /** Returns each check's outcome, and whether all passed. */
  async report(): Promise<ReadinessReport> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => ({ name, ...(await outcomeOf(check)) })),
    );
    const ready = !this.closing && results.every(({ outcome }) => outcome === 'ok');
    const database = results.find(({ name, outcome }) => name === DATABASE && outcome === 'failed');
    return {
      ready,
      checks: Object.fromEntries(results.map(({ name, outcome }) => [name, outcome])),
      // Without the database the others fail as well, and their advice would mislead.
      advice: database
        ? { [DATABASE]: database.advice ?? DATABASE_ADVICE }
        : Object.fromEntries(results.flatMap(({ name, advice }) => (advice ? [[name, advice]] : []))),
    };
  }
}

async function checkWritable(dataSource: DataSource): Promise<void> {
  const [row] = await dataSource.query<{ transaction_read_only: string }[]>('SHOW transaction_read_only');
  if (row?.transaction_read_only === 'on')
    throw new NotReadyError(
      'The database is read-only, as a standby is: DATABASE_URL must lead to the primary, or name all hosts',
    );
}

/** Live streams, workers and sign-outs depend on notifications; a pooler accepts LISTEN and delivers nothing. */
async function checkNotifications(dataSource: DataSource, listener: Listener): Promise<void> {
  const notify = (channel: string, payload: string) =>
    dataSource.query('SELECT pg_notify($1, $2)', [channel, payload]);
  try {
    await listener.probe(notify, PROBE_MS);
  } catch {
    throw new NotReadyError(
      'Notifications of the database do not arrive: where DATABASE_URL leads to a pooler, set DATABASE_DIRECT_URL to the address of the database itself',
    );
  }
}

/** Runs a check; one that takes too long has failed. */
async function outcomeOf(check: Check): Promise<{ outcome: 'ok' | 'failed'; advice?: string }> {
  const settled = new AbortController();
  const timeout = delay(CHECK_MS, { outcome: 'failed' as const }, { signal: settled.signal }).catch(() => ({
    outcome: 'failed' as const,
  }));
  try {
    return await Promise.race([Promise.resolve(check()).then(() => ({ outcome: 'ok' as const })), timeout]);
  } catch (error) {
    return { outcome: 'failed', ...(error instanceof NotReadyError && { advice: error.message }) };
  } finally {
    settled.abort();
  }
}
