import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import type { Buyer } from '../../work';

/** The record of a purchase, as its reversal needs it. */
export interface RecordRow extends Buyer {
  id: number;
  realm_id: number;
  task_id: number | null;
  hold_id: number | null;
  customer_identity: string;
  reversed: boolean;
  /** Who recorded it; null: a worker, or a deleted user. */
  confirmed_by: number | null;
  /** That person, or who created the service token that recorded it. */
  person: number | null;
  age_ms: number;
}

/** SQL: the person behind an account: of a service token who created it. */
const personSql = (userId: string): string => `coalesce((SELECT s.created_by FROM users u
  JOIN service_tokens s ON s.id = u.service_token_id WHERE u.id = ${userId}), ${userId})`;

const columns = `k.id, k.realm_id, k.task_id, k.hold_id, k.login_id, k.event_id, k.customer_identity,
  k.reversed_at IS NOT NULL AS reversed,
  k.confirmed_by, ${personSql('k.confirmed_by')} AS person, (extract(epoch FROM now() - k.created_at) * 1000)::float8 AS age_ms`;

/** Reads and writes what reversals need of tickets. */
@Injectable()
export class RecordsRepository {
  /** Records by id, also those of deleted tickets. */
  findRecords(tx: Tx, ids: readonly number[]): Promise<RecordRow[]> {
    return tx.query<RecordRow>(
      `SELECT ${columns} FROM tickets k WHERE k.id = ANY ($1::int[]) ORDER BY k.id`,
      [ids],
    );
  }

  /** As `find`, and locks them. */
  lock(tx: Tx, ids: readonly number[]): Promise<RecordRow[]> {
    return tx.query<RecordRow>(
      `SELECT ${columns} FROM tickets k WHERE k.id = ANY ($1::int[]) ORDER BY k.id FOR UPDATE`,
      [ids],
    );
  }

  /** Whether the realm lets nobody reverse what they recorded themselves. */
  async separatesReversal(tx: Tx, realmId: number): Promise<boolean> {
    const [row] = await tx.query<{ separate_reversal: boolean }>(
      'SELECT separate_reversal FROM realms WHERE id = $1',
      [realmId],
    );
    return row?.separate_reversal ?? false;
  }

  /** The person behind an account: of a service token who created it. */
  async findPerson(tx: Tx, userId: number | null): Promise<number | null> {
    const [row] = await tx.query<{ person: number | null }>(`SELECT ${personSql('$1::int')} AS person`, [
      userId,
    ]);
    return row?.person ?? null;
  }

  /** Marks records as reversed: they leave their holds and the list of tickets, and stay in the ledger. */
  async reverse(tx: Tx, ids: readonly number[], reason: string | null): Promise<void> {
    await tx.execute(
      `UPDATE tickets SET reversed_at = now(), reversed_by = $2, reversal_reason = $3, hold_id = NULL,
         deleted_at = coalesce(deleted_at, now())
       WHERE id = ANY ($1::int[])`,
      [ids, tx.scope.actor.userId, reason],
    );
  }

  /** Saves which record replaced which. */
  async setReplacedBy(tx: Tx, pairs: readonly { id: number; replaced_by: number }[]): Promise<void> {
    if (pairs.length === 0) return;
    await tx.execute(
      `UPDATE tickets k SET replaced_by = p.replaced_by
       FROM unnest($1::int[], $2::int[]) AS p (id, replaced_by) WHERE k.id = p.id`,
      [pairs.map(({ id }) => id), pairs.map(({ replaced_by }) => replaced_by)],
    );
  }

  /** Those of the buyers that have a record that isn't reversed. */
  findBuyersWithRecords(tx: Tx, buyers: readonly Buyer[]): Promise<Buyer[]> {
    return tx.query<Buyer>(
      `SELECT DISTINCT k.login_id, k.event_id FROM unnest($1::int[], $2::int[]) AS b (login_id, event_id)
       JOIN tickets k ON k.login_id = b.login_id AND k.event_id = b.event_id
       WHERE k.reversed_at IS NULL`,
      [buyers.map(({ login_id }) => login_id), buyers.map(({ event_id }) => event_id)],
    );
  }

  /** Clears the flag of customers who are within the event's limit without the reversed records. */
  async clearOverLimit(tx: Tx, eventId: number, identities: readonly string[]): Promise<void> {
    await tx.execute(
      `UPDATE tickets k SET over_limit = false
       FROM customer_seats($1, $2::text[]) c JOIN (SELECT customer_limit($1) AS most) l ON true
       WHERE k.event_id = $1 AND k.customer_identity = c.customer_identity AND k.over_limit
         AND c.bought <= coalesce(l.most, c.bought)`,
      [eventId, identities],
    );
  }
}
