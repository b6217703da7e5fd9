import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { systemScope } from '../realm-scope/scope';
import { KEPT_DAYS } from './restore';
import { Transactions } from './transactions';

const EVERY_MS = 10 * 60_000;

/**
 * What has had its time: expired idempotency keys, counted guesses, and sessions 30 days after
 * their end; messages and what became of them after 90, bulk operations after 30.
 */
const PAST = [
  'DELETE FROM idempotency_keys WHERE expires_at < now()',
  "DELETE FROM password_resets WHERE updated_at < now() - interval '7 days'",
  "DELETE FROM guess_budgets WHERE updated_at < now() - interval '1 hour'",
  `DELETE FROM sessions WHERE least(expires_at, idle_expires_at, ended_at) < now() - interval '30 days'`,
  "DELETE FROM push_deliveries WHERE at < now() - interval '90 days'",
  "DELETE FROM notifications WHERE created_at < now() - interval '90 days'",
  "DELETE FROM bulk_operations WHERE created_at < now() - interval '30 days'",
];

/**
 * What was deleted and can't be restored any more, children first. Tickets aren't among them: a
 * purchase stays in the ledger for good, and counts against its customer's limit.
 */
const DELETED = ['queue_links', 'tasks', 'jobs', 'templates', 'pools'] as const;
/** Rows taken away in one transaction at most, so that none is long. */
const BATCH = 1000;

/** Takes away, every ten minutes, what nobody asks for any more. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('housekeeping');
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly transactions: Transactions) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.clean(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** One round, by however many processes at once. */
  async clean(): Promise<void> {
    try {
      for (const sql of PAST) await this.run(sql);
      for (const table of DELETED) {
        const oldest = `SELECT id FROM ${table} WHERE deleted_at <= now() - interval '${KEPT_DAYS} days'
          ORDER BY deleted_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
        while ((await this.run(`DELETE FROM ${table} WHERE id IN (${oldest})`)) === BATCH);
      }
    } catch (error) {
      this.logger.warn(`Not now: ${(error as Error).message}`);
    }
  }

  private run(sql: string): Promise<number> {
    return this.transactions.run(systemScope('housekeeping'), (tx) => tx.execute(sql));
  }
}
