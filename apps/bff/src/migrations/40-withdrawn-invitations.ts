import { SqlMigration } from './sql-migration';

/** Pending invitations whose maker may make them no longer are revoked, so that lists show what sign-up answers. */
export class WithdrawnInvitations extends SqlMigration {
  readonly name = 'WithdrawnInvitations1763600000040';
  protected readonly sql = `
-- Row-level security is forced on the tables' owner too.
SET LOCAL ROLE tessera_all;
UPDATE invitations i SET revoked_at = now()
WHERE i.used_at IS NULL AND i.revoked_at IS NULL AND NOT EXISTS (
  SELECT FROM users m WHERE m.id = i.created_by AND m.status = 'active'
    AND (m.role = 'admin' OR m.role = 'realm_owner' AND m.realm_id = i.realm_id AND i.role <> 'admin'));
RESET ROLE;
`;
}
