import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { QUEUE_SCHEMA } from '../queue/install';

/** Whether this process receives requests, and each check's outcome. */
export interface ReadinessReport {
  ready: boolean;
  checks: Record<string, 'ok' | 'failed'>;
}

type Check = () => unknown;

/** Time limit of a check, so that the probe is answered even when the database doesn't respond. */
const CHECK_MS = 3_000;

/** The checks that must pass before this process receives requests; features add their own. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, Check>();
  private closing = false;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.add('database', () => dataSource.query('SELECT 1'));
    this.add('migrations', async () => {
      if (await dataSource.showMigrations()) throw new Error('The tables are behind this version');
    });
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
      [...this.checks].map(async ([name, check]) => [name, await outcomeOf(check)] as const),
    );
    const ready = !this.closing && results.every(([, outcome]) => outcome === 'ok');
    return { ready, checks: Object.fromEntries(results) };
  }
}

/** Runs a check; one that takes too long has failed. */
async function outcomeOf(check: Check): Promise<'ok' | 'failed'> {
  const settled = new AbortController();
  const timeout = delay(CHECK_MS, 'failed' as const, { signal: settled.signal }).catch(
    () => 'failed' as const,
  );
  try {
    return await Promise.race([Promise.resolve(check()).then(() => 'ok' as const), timeout]);
  } catch {
    return 'failed';
  } finally {
    settled.abort();
  }
}
