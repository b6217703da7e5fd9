import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import type { Tx } from '../../platform/database/transactions';
import { ApiError } from '../../platform/errors/api-error';
import { HoldsRepository } from './holds.repository';

/** How long a claim lasts unless it is extended. */
const CLAIM_SECONDS = 120;

/** A claim as it is stored; `live`: not over. */
export interface ClaimRow {
  id: number;
  realm_id: number;
  user_id: number | null;
  who: string | null;
  expires_at: Date | null;
  live: boolean;
}

/** Who pays which basket now: the seats that a task holds. A claim is locked before tasks and holds. */
@Injectable()
export class PayClaims {
  constructor(private readonly holds: HoldsRepository) {}

  /** Creates the claim's row of a basket that has none yet. */
  async prepare(tx: Tx, id: number): Promise<void> {
    await tx.execute(
      `INSERT INTO pay_claims (id, realm_id) SELECT id, realm_id FROM tasks WHERE id = $1
       ON CONFLICT (id) DO NOTHING`,
      [id],
    );
  }

  /** Locks claims, in the order of their ids. Baskets that nobody has ever claimed have none. */
  lock(tx: Tx, ids: readonly number[]): Promise<ClaimRow[]> {
    return tx.query<ClaimRow>(
      `SELECT id, realm_id, user_id, who, expires_at, coalesce(expires_at > now(), false) AS live
       FROM pay_claims WHERE id = ANY ($1::int[]) ORDER BY id FOR UPDATE`,
      [ids],
    );
  }

  /** The claims of baskets that somebody else pays now. */
  findOfOthers(tx: Tx, ids: readonly number[]): Promise<{ id: number }[]> {
    return tx.query<{ id: number }>(
      'SELECT id FROM pay_claims WHERE id = ANY ($1::int[]) AND expires_at > now() AND user_id IS DISTINCT FROM $2',
      [ids, tx.scope.actor.userId],
    );
  }

  /**
   * Locks the claims of baskets that the caller is about to change.
   *
   * @throws 409 CLAIMED_BY_OTHER while somebody else pays one of them, unless `override`, which the audit log records
   */
  async requireFree(tx: Tx, ids: readonly number[], override = false): Promise<void> {
    const [first, ...rest] = (await this.lock(tx, ids)).filter((claim) => isOfOther(tx, claim));
    if (!first) return;
    if (!override) {
      throw new ApiError('CONFLICT', `${first.who} pays this basket now`, {
        reason: 'CLAIMED_BY_OTHER',
        context: { who: first.who, until: first.expires_at?.toISOString() },
      });
    }
    for (const claim of [first, ...rest]) await auditClaim(tx, 'basket.override', claim);
  }

  /**
   * Gives a locked claim to the caller, or extends theirs. It ends with the last of the seats at the latest. Recorded in the
   * audit log unless it is extended.
   */
  async claim(tx: Tx, claim: ClaimRow): Promise<void> {
    const { userId, label } = tx.scope.actor;
    await tx.execute(
      `UPDATE pay_claims c SET
         claimed_at = CASE WHEN c.user_id = $2 AND c.expires_at > now() THEN c.claimed_at ELSE now() END,
         user_id = $2, who = coalesce((SELECT nullif(u.name, '') FROM users u WHERE u.id = $2), $3),
         expires_at = least(now() + interval '${CLAIM_SECONDS} seconds', (SELECT max(h.expires_at) FROM holds h
           WHERE h.realm_id = c.realm_id AND h.task_id = c.id AND h.status = 'held'))
       WHERE c.id = $1`,
      [claim.id, userId, label],
    );
    if (!claim.live) await auditClaim(tx, 'basket.claim', claim);
    else if (claim.user_id !== userId) await auditClaim(tx, 'basket.take_over', claim);
  }

  /** Ends claims that are locked. */
  async end(tx: Tx, ids: readonly number[]): Promise<void> {
    await tx.execute(
      `UPDATE pay_claims SET user_id = NULL, who = NULL, claimed_at = NULL, expires_at = NULL
       WHERE id = ANY ($1::int[]) AND expires_at IS NOT NULL`,
      [ids],
    );
  }

  /** Ends the claims of baskets that no longer hold a seat. */
  async endEmpty(tx: Tx, ids: readonly number[]): Promise<void> {
    const counts = await this.holds.countByTask(tx, ids);
    await this.end(
      tx,
      ids.filter((id) => (counts.get(id)?.live ?? 0) === 0),
    );
  }

  /** Ends the caller's claim, and records it in the audit log; somebody else's stays. */
  async release(tx: Tx, claim: ClaimRow): Promise<void> {
    if (claim.user_id !== tx.scope.actor.userId) return;
    await this.end(tx, [claim.id]);
    if (claim.live) await auditClaim(tx, 'basket.release', claim);
  }
}

const isOfOther = (tx: Tx, { live, user_id }: ClaimRow): boolean => live && user_id !== tx.scope.actor.userId;

/** Records who claimed a basket, and who had it before. */
const auditClaim = (
  tx: Tx,
  action: 'basket.claim' | 'basket.take_over' | 'basket.release' | 'basket.override',
  { id, realm_id, who, live }: ClaimRow,
): Promise<void> =>
  audit(tx, {
    action,
    entity: 'task',
    entity_id: id,
    realm_id,
    before: live ? { claimed_by: who } : null,
    after:
      action === 'basket.claim' || action === 'basket.take_over'
        ? { claimed_by: tx.scope.actor.label }
        : null,
  });
