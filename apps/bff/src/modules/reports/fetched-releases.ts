import { Injectable, Logger } from '@nestjs/common';
import type { Account } from '../../platform/auth/account';
import { Tokens } from '../../platform/auth/tokens';
import { Transactions } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';
import { ReportsRepository } from './reports.repository';

/** Sessions whose releases this process remembers, so that it doesn't write them again; beyond that all are forgotten. */
const MAX_SESSIONS = 10_000;

type Session = Pick<Account, 'sessionId'>;

/** Records which releases a session was given: only those may it report. */
@Injectable()
export class FetchedReleases {
  private readonly logger = new Logger('modules');
  private readonly recorded = new Map<string, ReadonlySet<number>>();

  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: Tokens,
    private readonly reports: ReportsRepository,
  ) {}

  /** The name of a session in the records, which nobody can trace back. */
  keyOf({ sessionId }: Session): string {
    return this.tokens.keyed('module-fetches', sessionId);
  }

  /** Records that a session was given releases. A failure is logged: a page must load without its reports being counted. */
  async recordFetches(session: Session, releaseIds: readonly number[]): Promise<void> {
    const key = this.keyOf(session);
    const known = this.recorded.get(key);
    if (releaseIds.every((id) => known?.has(id))) return;
    try {
      await this.transactions.run(systemScope('modules'), (tx) =>
        this.reports.addFetches(tx, key, releaseIds),
      );
      if (this.recorded.size >= MAX_SESSIONS) this.recorded.clear();
      this.recorded.set(key, new Set([...(known ?? []), ...releaseIds]));
    } catch (error) {
      this.logger.warn(`Reports of a session will not count: ${(error as Error).message}`);
    }
  }
}
