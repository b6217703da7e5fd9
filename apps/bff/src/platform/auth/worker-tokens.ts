import { Injectable } from '@nestjs/common';
import type { WorkerIdentity } from '../access/caller';
import { Transactions } from '../database/transactions';
import { systemScope } from '../realm-scope/scope';
import { tokenHash } from './tokens';

const FRESH_MS = 900;

/** Worker tokens that are good, each remembered for less than a second. */
@Injectable()
export class WorkerTokens {
  private readonly known = new Map<string, { at: number; worker: Promise<WorkerIdentity | null> }>();

  constructor(private readonly transactions: Transactions) {}

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

  private async find(hash: string): Promise<WorkerIdentity | null> {
    const [row] = await this.transactions.read(systemScope('worker tokens'), (tx) =>
      tx.query<{ id: number; name: string; site_ids: number[] | null; realm_ids: number[] | null }>(
        `SELECT id, name, site_ids, realm_ids FROM worker_tokens k WHERE token_hash = $1 AND revoked_at IS NULL
           AND (created_by IS NULL OR EXISTS (
             SELECT FROM users m WHERE m.id = k.created_by AND m.role = 'admin' AND m.status = 'active'))`,
        [hash],
      ),
    );
    return row ? { tokenId: row.id, name: row.name, siteIds: row.site_ids, realmIds: row.realm_ids } : null;
  }
}
