import { Injectable } from '@nestjs/common';
import { type DatabaseFailure, databaseFailureOf } from '../errors/database-error';

/** How many transactions use or wait for a connection of the pool, and why transactions fail: for metrics. */
@Injectable()
export class TransactionStats {
  /** Transactions that have a connection. */
  active = 0;
  /** Transactions that wait for a connection. */
  waiting = 0;
  private readonly handlers: ((kind: DatabaseFailure) => void)[] = [];

  onFailure(handler: (kind: DatabaseFailure) => void): void {
    this.handlers.push(handler);
  }

  /** Reports the error of a transaction; those that aren't the database's fault are ignored. */
  reportFailure(error: unknown): void {
    const kind = databaseFailureOf(error);
    if (kind) for (const handler of this.handlers) handler(kind);
  }
}
