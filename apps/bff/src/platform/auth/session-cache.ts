import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Listener } from '../database/listener';
import { Transactions } from '../database/transactions';
import { systemScope } from '../realm-scope/scope';
import type { Account } from './account';
import { SESSIONS_CHANNEL, SessionsRepository } from './sessions.repository';

/** How long an account is cached. With the time of a query this keeps the promise that access ends within a second. */
const MAX_AGE_MS = 900;
const SWEEP_MS = 5000;

/** `account` is undefined while it is being read; null when the session isn't live. */
type Entry = { readAt: number; reading: Promise<Account | null>; account?: Account | null };

/** The accounts of live sessions, each cached for less than a second. */
@Injectable()
export class SessionCache implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly entries = new Map<string, Entry>();
  private readonly changeHandlers: ((sessionIds: string[]) => void)[] = [];
  private sweepTimer: NodeJS.Timeout | null = null;

  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: SessionsRepository,
    listener: Listener,
  ) {
    listener.on(SESSIONS_CHANNEL, (payload) => this.invalidate(payload.split(',')));
    listener.onReconnect(() => this.entries.clear());
  }

  onApplicationBootstrap(): void {
    this.sweepTimer = setInterval(() => this.sweep(), SWEEP_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.sweepTimer) clearInterval(this.sweepTimer);
  }

  /**
   * The session's account, synchronously when it is cached; null when the session has ended. Throws when the database is
   * unreachable.
   */
  findAccount(sessionId: string): Account | null | Promise<Account | null> {
    const now = performance.now();
    const cached = this.entries.get(sessionId);
    if (cached && now - cached.readAt < MAX_AGE_MS)
      return cached.account === undefined ? cached.reading : cached.account;
    const reading = this.findAccounts([sessionId]).then(([found]) => found ?? null);
    const entry: Entry = { readAt: now, reading };
    this.entries.set(sessionId, entry);
    reading.then(
      (account) => (entry.account = account),
      () => {
        if (this.entries.get(sessionId) === entry) this.entries.delete(sessionId);
      },
    );
    return reading;
  }

  /** Reads the accounts of the given sessions without the cache, leaving out sessions that have ended. */
  findAccounts(sessionIds: readonly string[]): Promise<Account[]> {
    return this.transactions.read(systemScope('sessions'), (tx) =>
      this.sessions.findAccounts(tx, sessionIds),
    );
  }

  /** Registers a handler for sessions that may have ended or whose account may have changed. */
  onChange(handler: (sessionIds: string[]) => void): void {
    this.changeHandlers.push(handler);
  }

  /** Has the next request read the session's account again; the other processes are notified by the database. */
  forget(sessionId: string): void {
    this.entries.delete(sessionId);
  }

  private invalidate(sessionIds: string[]): void {
    for (const id of sessionIds) this.entries.delete(id);
    for (const handler of this.changeHandlers) handler(sessionIds);
  }

  private sweep(): void {
    const now = performance.now();
    for (const [id, { readAt }] of this.entries) if (now - readAt > MAX_AGE_MS) this.entries.delete(id);
  }
}
