import { Injectable } from '@nestjs/common';
import { requiredProviderSql } from '../../platform/auth/required-provider';
import { hasSecondFactorSql } from '../../platform/auth/second-factor';
import type { Tx } from '../../platform/database/transactions';
import { ApiError } from '../../platform/errors/api-error';
import type { OfferedProvider } from './providers.repository';

/** Whose password and passkeys count, where people must sign in through a provider. */
@Injectable()
export class PasswordPolicy {
  /**
   * The provider that a user must sign in through; null when their password counts. Without a provider that is enabled
   * passwords count again, so that nobody is locked out.
   */
  async findRequired(tx: Tx, userId: number): Promise<OfferedProvider | null> {
    const [row] = await tx.query<{ provider: OfferedProvider | null }>(
      `SELECT ${requiredProviderSql('u')} AS provider FROM users u WHERE u.id = $1`,
      [userId],
    );
    return row?.provider ?? null;
  }

  /** As `findRequired`, for somebody who would join a realm with a role. */
  async findRequiredOf(tx: Tx, role: string, realmId: number | null): Promise<OfferedProvider | null> {
    const [provider] = await tx.query<OfferedProvider>(
      `SELECT p.id, p.name FROM identity_providers p LEFT JOIN realms r ON r.id = $2
       WHERE p.enabled AND (p.realm_id IS NULL OR p.realm_id = $2)
         AND CASE WHEN $1 = 'admin' THEN p.only_for_administrators ELSE r.single_sign_on_only END
       ORDER BY p.realm_id NULLS LAST LIMIT 1`,
      [role, realmId],
    );
    return provider ?? null;
  }

  /** 403 for somebody who must sign in through a provider. */
  rejection = ({ id, name }: OfferedProvider): ApiError =>
    new ApiError(
      'FORBIDDEN',
      `Neither passwords nor passkeys are used here. Sign in with “Continue with ${name}”.`,
      {
        reason: 'SINGLE_SIGN_ON_ONLY',
        context: { provider: { id, name } },
      },
    );

  /**
   * Checks that an administrator is left who gets in when the provider doesn't work: one that is enabled and marked for
   * emergencies, with a password and a second factor. Call it after each change that might end that.
   *
   * @throws 409 while administrators must sign in through a provider and there is none
   */
  async requireBreakGlass(tx: Tx): Promise<void> {
    const isNeeded = await tx.execute(
      'SELECT FROM identity_providers WHERE realm_id IS NULL AND only_for_administrators AND enabled FOR UPDATE',
    );
    if (isNeeded === 0) return;
    const left = await tx.execute(
      `SELECT FROM users u WHERE u.role = 'admin' AND u.status = 'active' AND u.break_glass
         AND u.password_hash IS NOT NULL AND ${hasSecondFactorSql('u.id')} LIMIT 1`,
    );
    if (left > 0) return;
    throw new ApiError(
      'CONFLICT',
      'Administrators must use single sign-on: one of them, marked for emergencies and with two-factor authentication, must stay able to sign in by password',
      { reason: 'NO_BREAK_GLASS' },
    );
  }

  /** @throws 409 when the people of a realm would have no provider to sign in through */
  async requireProvider(tx: Tx, realmId: number): Promise<void> {
    const found = await tx.execute(
      'SELECT FROM identity_providers WHERE enabled AND (realm_id IS NULL OR realm_id = $1) LIMIT 1',
      [realmId],
    );
    if (found === 0)
      throw new ApiError('CONFLICT', 'This realm has no identity provider to sign in through', {
        reason: 'NO_PROVIDER',
      });
  }
}
