import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { hasSecondFactorSql, secondFactorRequiredSql } from '../../../platform/auth/second-factor';
import type { Tx } from '../../../platform/database/transactions';
import { STEP_S } from './totp';
import { RecoveryCode, TwoFactor } from './two-factor.entity';

/** A user's two-factor authentication, which is on once `confirmed_at` is set. */
export type FactorRow = {
  secrets: unknown;
  confirmed_at: Date | null;
  last_step: number;
  /** The current time step by the database's clock. */
  now_step: number;
};

/** Whether the app is on and since when, the number of unused recovery codes, and from when on a second factor is required. */
type FactorState = {
  enabled: boolean;
  confirmed_at: Date | null;
  recovery_codes_left: number;
  required_from: Date | null;
};

/** Reads and writes two-factor authentication with its recovery codes. */
@Injectable()
export class TwoFactorRepository {
  /** Locks and reads two-factor authentication, so that of two attempts at once the second sees the first; null when there is none. */
  async lock(tx: Tx, userId: number): Promise<FactorRow | null> {
    const [row] = await tx.query<FactorRow>(
      `SELECT secrets, confirmed_at, last_step::float8 AS last_step,
         floor(extract(epoch FROM clock_timestamp()) / ${STEP_S})::float8 AS now_step
       FROM second_factors WHERE user_id = $1 FOR UPDATE`,
      [userId],
    );
    return row ?? null;
  }

  /** Stores an unconfirmed secret in place of an earlier one. */
  async setSecret(tx: Tx, userId: number, secrets: object): Promise<void> {
    await tx.execute(
      `INSERT INTO second_factors (user_id, secrets) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET secrets = excluded.secrets, last_step = 0, created_at = now()`,
      [userId, JSON.stringify(secrets)],
    );
  }

  /** Enables two-factor authentication. */
  async confirm(tx: Tx, userId: number): Promise<void> {
    await tx.manager.update(TwoFactor, userId, { confirmed_at: () => 'now()' });
  }

  /** Stores the hashes of recovery codes in place of earlier ones. */
  async setRecoveryCodes(tx: Tx, userId: number, recoveryHashes: readonly string[]): Promise<void> {
    await tx.manager.delete(RecoveryCode, { user_id: userId });
    await tx.execute(
      `WITH salted AS MATERIALIZED (SELECT hash, gen_random_uuid()::text AS salt FROM unnest($2::text[]) AS hash)
       INSERT INTO recovery_codes (user_id, salt, code_hash) SELECT $1, salt, recovery_code_hash(salt, hash) FROM salted`,
      [userId, recoveryHashes],
    );
  }

  /** Removes the app, even one that isn't confirmed; returns whether it was on. */
  async remove(tx: Tx, userId: number): Promise<boolean> {
    const [removed] = await tx.query<{ was_on: boolean }>(
      'DELETE FROM second_factors WHERE user_id = $1 RETURNING confirmed_at IS NOT NULL AS was_on',
      [userId],
    );
    return removed?.was_on ?? false;
  }

  async hasPasskey(tx: Tx, userId: number): Promise<boolean> {
    return (await tx.execute('SELECT FROM passkeys WHERE user_id = $1 LIMIT 1', [userId])) > 0;
  }

  async has(tx: Tx, userId: number): Promise<boolean> {
    return (
      (await tx.execute(`SELECT FROM users u WHERE u.id = $1 AND ${hasSecondFactorSql('u.id')}`, [userId])) >
      0
    );
  }

  /** Whether the user has to have a second factor, now or after days of grace. */
  async isRequired(tx: Tx, userId: number): Promise<boolean> {
    return (
      (await tx.execute(
        `SELECT FROM users u WHERE u.id = $1 AND ${secondFactorRequiredSql('u')} IS NOT NULL`,
        [userId],
      )) > 0
    );
  }

  /** Records the time step whose code was accepted; only codes of later steps are accepted from now on. */
  async setLastStep(tx: Tx, userId: number, step: number): Promise<void> {
    await tx.manager.update(TwoFactor, userId, { last_step: step });
  }

  /** Uses up a recovery code; false when it is wrong or was used before. */
  async useRecoveryCode(tx: Tx, userId: number, hash: string): Promise<boolean> {
    const used = await tx.execute(
      `UPDATE recovery_codes SET used_at = now()
       WHERE user_id = $1 AND used_at IS NULL AND code_hash = recovery_code_hash(salt, $2)`,
      [userId, hash],
    );
    return used > 0;
  }

  async countRecoveryCodes(tx: Tx, userId: number): Promise<number> {
    return tx.manager.countBy(RecoveryCode, { user_id: userId, used_at: IsNull() });
  }

  async readState(tx: Tx, userId: number): Promise<FactorState> {
    const [row] = await tx.query<Omit<FactorState, 'enabled'>>(
      `SELECT f.confirmed_at, ${secondFactorRequiredSql('u')} AS required_from,
         (SELECT count(*)::int FROM recovery_codes c WHERE c.user_id = u.id AND c.used_at IS NULL) AS recovery_codes_left
       FROM users u LEFT JOIN second_factors f ON f.user_id = u.id WHERE u.id = $1`,
      [userId],
    );
    const { confirmed_at = null, recovery_codes_left = 0, required_from = null } = row ?? {};
    return { enabled: confirmed_at !== null, confirmed_at, recovery_codes_left, required_from };
  }

  /** Removes the recovery codes of a user who has no second factor any more. */
  async removeRecoveryCodes(tx: Tx, userId: number): Promise<void> {
    await tx.manager.delete(RecoveryCode, { user_id: userId });
  }

  /** Changes a user's ETag, because their response contains whether they have a second factor. */
  async bumpUserVersion(tx: Tx, userId: number): Promise<void> {
    await tx.execute('UPDATE users SET version = version + 1 WHERE id = $1', [userId]);
  }
}
