/**
 * SQL of the identity provider that a user must sign in through, as JSON of id and name; null: passwords and passkeys count. A realm
 * asks it of its people, the installation's provider of administrators but those marked for emergencies.
 */
export const requiredProviderSql = (user: string): string =>
  `(SELECT json_build_object('id', p.id, 'name', p.name)
    FROM identity_providers p LEFT JOIN realms r ON r.id = ${user}.realm_id
    WHERE p.enabled AND (p.realm_id IS NULL OR p.realm_id = ${user}.realm_id)
      AND CASE WHEN ${user}.role = 'admin' THEN p.only_for_administrators AND NOT ${user}.break_glass
        ELSE r.single_sign_on_only END
    ORDER BY p.realm_id NULLS LAST LIMIT 1)`;
