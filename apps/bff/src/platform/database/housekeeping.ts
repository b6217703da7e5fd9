import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { systemScope } from '../realm-scope/scope';
import { Transactions } from './transactions';

const EVERY_MS = 10 * 60_000;

/**
 * What has had its time (contract sections 1 and 2): expired idempotency keys, and sessions 30 days after
 * their end; messages and what became of them after 90.
 */
const PAST = [
  'DELETE FROM idempotency_keys WHERE expires_at < now()',
  `DELETE FROM sessions WHERE least(expires_at, idle_expires_at, ended_at) < now() - interval '30 days'`,
  "DELETE FROM push_deliveries WHERE at < now() - interval '90 days'",
  "DELETE FROM notifications WHERE created_at < now() - interval '90 days'",
];

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

  private async clean(): Promise<void> {
    try {
      for (const sql of PAST) {
        await this.transactions.run(systemScope('housekeeping'), (tx) => tx.execute(sql));
      }
    } catch (error) {
      this.logger.warn(`Not now: ${(error as Error).message}`);
    }
  }
}
