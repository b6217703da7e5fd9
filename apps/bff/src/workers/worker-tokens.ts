import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { workerCaller, type WorkerIdentity } from '../platform/access/caller';
import { TokenStrategies } from '../platform/access/token-strategies';
import { tokenHash } from '../platform/auth/tokens';
import { Transactions } from '../platform/database/transactions';
import { systemScope } from '../platform/realm-scope/scope';
import { ValidTokensRepository } from './valid-tokens.repository';

/** How long an identity is cached. With the time of a query this keeps the promise that access ends within a second. */
const MAX_AGE_MS = 900;
const MAX_ENTRIES = 1000;
/** A long poll ends within a second of its token's revocation: two intervals and the query. */
const CHECK_MS = 450;

const scope = systemScope('worker tokens');

/** An open long poll. `revoked` aborts once its token is no longer valid; call `end` when the poll is over. */
export interface TokenWatch {
  revoked: AbortSignal;
  end: () => void;
}

type Watcher = { tokenId: number; controller: AbortController };

/** Identifies workers by their tokens, each cached for less than a second. */
@Injectable()
export class WorkerTokens implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly entries = new Map<string, { readAt: number; worker: Promise<WorkerIdentity | null> }>();
  private readonly watchers = new Set<Watcher>();
  private timer: NodeJS.Timeout | null = null;
  private isChecking = false;

  constructor(
    strategies: TokenStrategies,
    private readonly transactions: Transactions,
    private readonly tokens: ValidTokensRepository,
  ) {
    strategies.register('worker', async (token, request) => {
      const worker = await this.identify(token);
      return worker && workerCaller(request, worker);
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.checkWatchers(), CHECK_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Whose token it is; null when it is unknown or revoked. Throws when the database is unreachable. */
  identify(token: string): Promise<WorkerIdentity | null> {
    const hash = tokenHash(token);
    const cached = this.entries.get(hash);
    const now = performance.now();
    if (cached && now - cached.readAt < MAX_AGE_MS) return cached.worker;
    if (this.entries.size > MAX_ENTRIES) this.entries.clear();
    const worker = this.transactions.read(scope, (tx) => this.tokens.findIdentity(tx, hash));
    this.entries.set(hash, { readAt: now, worker });
    worker.catch(() => this.entries.delete(hash));
    return worker;
  }

  /** Watches a token for as long as a long poll is open with it. */
  watch(tokenId: number): TokenWatch {
    const watcher: Watcher = { tokenId, controller: new AbortController() };
    this.watchers.add(watcher);
    return { revoked: watcher.controller.signal, end: () => void this.watchers.delete(watcher) };
  }

  /** Aborts the long polls whose tokens are no longer valid. */
  private async checkWatchers(): Promise<void> {
    if (this.isChecking || this.watchers.size === 0) return;
    this.isChecking = true;
    try {
      const watchers = [...this.watchers];
      const ids = [...new Set(watchers.map(({ tokenId }) => tokenId))];
      const valid = await this.transactions.read(scope, (tx) => this.tokens.filterValid(tx, ids));
      for (const { tokenId, controller } of watchers) if (!valid.has(tokenId)) controller.abort();
    } catch {
      // The database is unreachable, which revokes no token. The next check comes soon.
    } finally {
      this.isChecking = false;
    }
  }
}
