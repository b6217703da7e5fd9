import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { QUEUE_SCHEMA } from '../queue/install';

type Check = () => Promise<unknown> | unknown;

/** What must work before this process is sent requests; features add theirs. */
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

  /** From now on not ready: the process is going. */
  close(): void {
    this.closing = true;
  }

  /** Each check's outcome, and whether all are well. */
  async report(): Promise<{ ready: boolean; checks: Record<string, 'ok' | 'failed'> }> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => {
        try {
          await check();
          return [name, 'ok'] as const;
        } catch {
          return [name, 'failed'] as const;
        }
      }),
    );
    const ready = !this.closing && results.every(([, outcome]) => outcome === 'ok');
    return { ready, checks: Object.fromEntries(results) };
  }
}
