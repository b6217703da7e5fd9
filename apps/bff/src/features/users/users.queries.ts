import { permissionsOf, type Role, roles } from '@tessera/domain';
import { Conditions } from '../../platform/database/conditions';
import { type Found, type Projection, selectOne } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { userStatuses } from './user.entity';
import type { UserDto, UserListQuery } from './users.dto';

/** A user as the table has them. */
export type UserRow = Omit<UserDto, 'permissions'>;

export const userProjection: Projection = {
  what: 'User',
  columns: `u.id, u.email, u.name, u.role, u.realm_id, r.name AS realm_name, u.status,
    EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS second_factor,
    (SELECT p.requested_at FROM password_resets p WHERE p.user_id = u.id) AS reset_requested_at,
    u.last_login_at, u.created_at, u.updated_at`,
  from: 'FROM users u LEFT JOIN realms r ON r.id = u.realm_id',
  version: 'u.version',
};

/** With the sessions, which administrators alone may read. */
export const userWithSessionsProjection: Projection = {
  ...userProjection,
  columns: `${userProjection.columns},
    (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id AND s.ended_at IS NULL AND s.idle_expires_at > now()
      AND s.expires_at > now()) AS session_count`,
};

export const userSorts = {
  name: 'lower(u.name)',
  email: 'lower(u.email)',
  role: 'u.role',
  status: 'u.status',
  realm_id: 'u.realm_id',
  last_login_at: 'u.last_login_at',
  created_at: 'u.created_at',
};

export const userConditions = (query: UserListQuery): Conditions =>
  new Conditions()
    .words('u.role', query.role, 'role', roles)
    .words('u.status', query.status, 'status', userStatuses)
    .ids('u.realm_id', query.realm_id, 'realm_id')
    .search(['u.name', 'u.email'], query.q);

/** A row with the permissions of its role. */
export const withPermissions = <R extends UserRow>(row: R): R & Pick<UserDto, 'permissions'> => ({
  ...row,
  permissions: [...permissionsOf(row.role)],
});

export async function readUser(tx: Tx, id: number): Promise<Found<UserDto>> {
  const { version, answer } = await selectOne<UserRow>(tx, userProjection, 'u.id = $1', [id]);
  return { version, answer: withPermissions(answer) };
}

/**
 * Locks the enabled admins, so that of two changes at once the second sees the first; answers whether `id` is the
 * only one of them.
 */
export async function isLastAdmin(tx: Tx, id: number): Promise<boolean> {
  const admins = await tx.query<{ id: number; role: Role }>(
    `SELECT id FROM users WHERE role = 'admin' AND status = 'active' ORDER BY id FOR UPDATE`,
  );
  return admins.length === 1 && admins[0]?.id === id;
}
