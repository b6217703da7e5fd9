import { Injectable } from '@nestjs/common';
import type { Role } from '@tessera/domain';
import type { Tx } from '../../platform/database/transactions';

/** Whose subscription ended. */
type Reader = { id: number; email: string; role: Role; realm_id: number | null };

/** Removes topics from what people chose to get by mail. */
@Injectable()
export class UnsubscriptionsRepository {
  /** Returns the person; null when they had chosen none of the topics, or are gone. */
  async endTopics(tx: Tx, userId: number, topics: readonly string[]): Promise<Reader | null> {
    const [row] = await tx.query<Reader>(
      `UPDATE preferences p SET updated_at = now(), data = jsonb_set(p.data, '{mail,topics}',
         (SELECT coalesce(jsonb_agg(t.topic ORDER BY t.nth), '[]')
          FROM jsonb_array_elements(p.data -> 'mail' -> 'topics') WITH ORDINALITY AS t (topic, nth)
          WHERE NOT t.topic #>> '{}' = ANY ($2::text[])))
       FROM users u
       WHERE u.id = p.user_id AND p.user_id = $1 AND jsonb_typeof(p.data -> 'mail' -> 'topics') = 'array'
         AND p.data -> 'mail' -> 'topics' ?| $2::text[]
       RETURNING u.id, u.email, u.role, u.realm_id`,
      [userId, topics],
    );
    return row ?? null;
  }
}
