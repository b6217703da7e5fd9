import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { WorkerIdentity } from '../access/caller';
import { Transactions, type Tx } from '../database/transactions';
import { ApiError } from '../errors/api-error';
import { systemScope } from '../realm-scope/scope';
import { tokenHash } from './tokens';

const FRESH_MS = 900;
/** A long poll ends within a second of its token's revocation: two of these, and the query. */
const CHECK_MS = 450;

/** A token (alias `k`) that may be used: not revoked, and made by nobody who has stopped being an administrator. */
const VALID = `k.revoked_at IS NULL AND (k.created_by IS NULL OR EXISTS (
  SELECT FROM users m WHERE m.id = k.created_by AND m.role = 'admin' AND m.status = 'active'))`;

/** An open long poll: `revoked` aborts when its token may be used no longer. Call `end` when the poll is over. */
export interface TokenWatch {
  revoked: AbortSignal;
  end: () => void;
}

type Watcher = { tokenId: number; controller: AbortController };

/** Worker tokens that are good, each remembered for less than a second. */
@Injectable()
export class WorkerTokens implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly known = new Map<string, { at: number; worker: Promise<WorkerIdentity | null> }>();
  private readonly watchers = new Set<Watcher>();
  private timer: NodeJS.Timeout | null = null;
  private checking = false;

  constructor(private readonly transactions: Transactions) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.check(), CHECK_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Whose token it is; null when unknown or revoked. Throws when the database is away. */
  identify(token: string): Promise<WorkerIdentity | null> {
    const hash = tokenHash(token);
    const known = this.known.get(hash);
    const now = performance.now();
    if (known && now - known.at < FRESH_MS) return known.worker;
    if (this.known.size > 1000) this.known.clear();
    const worker = this.find(hash);
    this.known.set(hash, { at: now, worker });
    worker.catch(() => this.known.delete(hash));
    return worker;
  }

  /** Watches a token for as long as a long poll is open with it. */
  watch(tokenId: number): TokenWatch {
    const watcher: Watcher = { tokenId, controller: new AbortController() };
    this.watchers.add(watcher);
    return { revoked: watcher.controller.signal, end: () => void this.watchers.delete(watcher) };
  }

  /** Aborts the watches of tokens that may be used no longer. */
  private async check(): Promise<void> {
    if (this.checking || this.watchers.size === 0) return;
    this.checking = true;
    try {
      const watchers = [...this.watchers];
      const ids = [...new Set(watchers.map(({ tokenId }) => tokenId))];
      const valid = await this.transactions.read(systemScope('worker tokens'), (tx) =>
        tx.query<{ id: number }>(
          `SELECT k.id FROM worker_tokens k WHERE k.id = ANY ($1::int[]) AND ${VALID}`,
          [ids],
        ),
      );
      const validIds = new Set(valid.map(({ id }) => id));
      for (const { tokenId, controller } of watchers) if (!validIds.has(tokenId)) controller.abort();
    } catch {
      // The database is away: that revokes no token. The next check comes soon.
    } finally {
      this.checking = false;
    }
  }

  private async find(hash: string): Promise<WorkerIdentity | null> {
    const [row] = await this.transactions.read(systemScope('worker tokens'), (tx) =>
      tx.query<{ id: number; name: string; site_ids: number[] | null; realm_ids: number[] | null }>(
        `SELECT id, name, site_ids, realm_ids FROM worker_tokens k WHERE token_hash = $1 AND ${VALID}`,
        [hash],
      ),
    );
    return row ? { tokenId: row.id, name: row.name, siteIds: row.site_ids, realmIds: row.realm_ids } : null;
  }
}

/** 401 unless the token may be used; it can't be revoked before the caller's transaction ends. */
export async function lockValidToken(tx: Tx, tokenId: number): Promise<void> {
  const found = await tx.query(`SELECT FROM worker_tokens k WHERE k.id = $1 AND ${VALID} FOR SHARE OF k`, [
    tokenId,
  ]);
  if (found.length === 0) throw new ApiError('UNAUTHORIZED', 'Unauthorized');
}
