import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { systemScope } from '../realm-scope/scope';
import { RESTORABLE_DAYS } from './restore';
import { Transactions } from './transactions';

const EVERY_MS = 10 * 60_000;

/**
 * Deletes expired idempotency keys, guesses and uploads, sessions, bulk operations and reports of browsers after 30 days, and
 * notifications and deliveries after 90.
 */
const EXPIRED_SQL = [
  'DELETE FROM idempotency_keys WHERE expires_at < now()',
  "DELETE FROM password_resets WHERE updated_at < now() - interval '7 days'",
  "DELETE FROM guess_budgets WHERE updated_at < now() - interval '1 hour'",
  `DELETE FROM sessions WHERE least(expires_at, idle_expires_at, ended_at) < now() - interval '30 days'`,
  "DELETE FROM csp_reports WHERE last_at < now() - interval '30 days'",
  "DELETE FROM push_deliveries WHERE at < now() - interval '90 days'",
  "DELETE FROM notifications WHERE created_at < now() - interval '90 days'",
  "DELETE FROM module_uploads WHERE created_at < now() - interval '1 hour'",
  "DELETE FROM bulk_operations WHERE created_at < now() - interval '30 days'",
  "DELETE FROM module_load_reports WHERE minute < now() - interval '30 days'",
  "DELETE FROM module_past_assignments WHERE ended_at < now() - interval '30 days'",
  "DELETE FROM module_report_budgets WHERE started_at < now() - interval '24 hours'",
];

/**
 * Tables whose soft-deleted rows are removed once they can't be restored, children first. Tickets stay, because a purchase
 * remains in the ledger and counts towards its customer's limit.
 */
const SOFT_DELETED_TABLES = ['queue_links', 'tasks', 'jobs', 'templates', 'pools'] as const;
/** Most rows of a transaction, so that none takes long. */
const BATCH = 1000;

/** Removes expired rows every ten minutes. */
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

  /** Runs one round. Safe in several processes at once. */
  async clean(): Promise<void> {
    try {
      for (const sql of EXPIRED_SQL) await this.run(sql);
      for (const table of SOFT_DELETED_TABLES) {
        const oldest = `SELECT id FROM ${table} WHERE deleted_at <= now() - interval '${RESTORABLE_DAYS} days'
          ORDER BY deleted_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
        while ((await this.run(`DELETE FROM ${table} WHERE id IN (${oldest})`)) === BATCH);
      }
    } catch (error) {
      this.logger.warn(`Expired rows could not be removed: ${(error as Error).message}`);
    }
  }

  private run(sql: string): Promise<number> {
    return this.transactions.run(systemScope('housekeeping'), (tx) => tx.execute(sql));
  }
}
