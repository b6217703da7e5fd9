import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { Preferences } from './preferences.entity';

export type PreferencesData = Record<string, unknown>;

/** Reads and writes the preferences of users. */
@Injectable()
export class PreferencesRepository {
  /** The preferences of a user; empty when none were ever set. */
  async read(tx: Tx, userId: number): Promise<PreferencesData> {
    const found = await tx.manager.findOneBy(Preferences, { user_id: userId });
    return found?.data ?? {};
  }

  /** Sets the named preferences and removes those that are null; returns all of them and their size. */
  async merge(
    tx: Tx,
    userId: number,
    change: PreferencesData,
  ): Promise<{ data: PreferencesData; bytes: number }> {
    const [row] = await tx.query<{ data: PreferencesData; bytes: number }>(
      `INSERT INTO preferences AS p (user_id, data) VALUES ($1, jsonb_strip_nulls($2::jsonb))
       ON CONFLICT (user_id) DO UPDATE SET updated_at = now(),
         data = (p.data || $2::jsonb) - ARRAY(SELECT key FROM jsonb_each($2::jsonb) WHERE value = 'null'::jsonb)
       RETURNING data, octet_length(data::text) AS bytes`,
      [userId, JSON.stringify(change)],
    );
    if (!row) throw new Error('An upsert returns its row');
    return row;
  }
}
