import type { Tx } from '../../../platform/database/transactions';
import { STEP_S } from './totp';

/** A user's second factor; begun and not on while `confirmed_at` is null. */
export type FactorRow = {
  secrets: unknown;
  confirmed_at: Date | null;
  last_step: number;
  /** The time step of this moment, on the database's clock. */
  now_step: number;
};

/** Reads and locks it, so that of two attempts at once the second sees the first; null when there is none. */
export async function lockFactor(tx: Tx, userId: number): Promise<FactorRow | null> {
  const [row] = await tx.query<FactorRow>(
    `SELECT secrets, confirmed_at, last_step::float8 AS last_step,
       floor(extract(epoch FROM clock_timestamp()) / ${STEP_S})::float8 AS now_step
     FROM second_factors WHERE user_id = $1 FOR UPDATE`,
    [userId],
  );
  return row ?? null;
}

/** Begins anew with another secret. */
export const beginFactor = (tx: Tx, userId: number, secrets: object): Promise<number> =>
  tx.execute(
    `INSERT INTO second_factors (user_id, secrets) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET secrets = excluded.secrets, last_step = 0, created_at = now()`,
    [userId, JSON.stringify(secrets)],
  );

/** Turns it on, with the recovery codes' hashes. */
export async function confirmFactor(tx: Tx, userId: number, hashes: readonly string[]): Promise<void> {
  await tx.execute('UPDATE second_factors SET confirmed_at = now() WHERE user_id = $1', [userId]);
  await tx.execute(
    `WITH salted AS MATERIALIZED (SELECT hash, gen_random_uuid()::text AS salt FROM unnest($2::text[]) AS hash)
     INSERT INTO recovery_codes (user_id, salt, code_hash) SELECT $1, salt, recovery_code_hash(salt, hash) FROM salted`,
    [userId, hashes],
  );
  await touchUser(tx, userId);
}

/** Takes it away; false when it wasn't on. */
export async function removeFactor(tx: Tx, userId: number): Promise<boolean> {
  const [gone] = await tx.query<{ on: boolean }>(
    'DELETE FROM second_factors WHERE user_id = $1 RETURNING confirmed_at IS NOT NULL AS on',
    [userId],
  );
  if (gone?.on) await touchUser(tx, userId);
  return gone?.on ?? false;
}

/** Remembers the step whose code was accepted: from now on a later one is asked for. */
export const useStep = (tx: Tx, userId: number, step: number): Promise<number> =>
  tx.execute('UPDATE second_factors SET last_step = $2 WHERE user_id = $1', [userId, step]);

/** Uses up a recovery code; false when it is none or was used. */
export const useRecoveryCode = async (tx: Tx, userId: number, hash: string): Promise<boolean> =>
  (await tx.execute(
    `UPDATE recovery_codes SET used_at = now()
     WHERE user_id = $1 AND used_at IS NULL AND code_hash = recovery_code_hash(salt, $2)`,
    [userId, hash],
  )) > 0;

/** Whether it is on, since when, and how many recovery codes are left. */
export async function factorState(
  tx: Tx,
  userId: number,
): Promise<{ enabled: boolean; confirmed_at: Date | null; recovery_codes_left: number }> {
  const [row] = await tx.query<{ confirmed_at: Date; left: number }>(
    `SELECT f.confirmed_at, (SELECT count(*)::int FROM recovery_codes c WHERE c.user_id = $1 AND c.used_at IS NULL) AS left
     FROM second_factors f WHERE f.user_id = $1 AND f.confirmed_at IS NOT NULL`,
    [userId],
  );
  return {
    enabled: row !== undefined,
    confirmed_at: row?.confirmed_at ?? null,
    recovery_codes_left: row?.left ?? 0,
  };
}

/** Whether it is on is part of what people see of the user. */
const touchUser = (tx: Tx, userId: number): Promise<number> =>
  tx.execute('UPDATE users SET version = version + 1 WHERE id = $1', [userId]);
