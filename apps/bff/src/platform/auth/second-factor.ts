import { requiredProviderSql } from './required-provider';

/** SQL condition: the user of this id has a second factor, an authenticator app or a passkey. */
export const hasSecondFactorSql = (userId: string): string =>
  `(EXISTS (SELECT FROM second_factors f WHERE f.user_id = ${userId} AND f.confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM passkeys k WHERE k.user_id = ${userId}))`;

/**
 * SQL of the instant from which a user must have a second factor, by their role or realm; null: they need none. Who signs in through
 * an identity provider alone needs none here: the provider asks for its own.
 */
export const secondFactorRequiredSql = (user: string): string =>
  `(SELECT min(g.required_from) FROM second_factor_rules g
    WHERE (g.realm_id = ${user}.realm_id OR g.realm_id IS NULL AND ${user}.role = 'admin')
      AND ${user}.password_hash IS NOT NULL AND ${requiredProviderSql(user)} IS NULL)`;
