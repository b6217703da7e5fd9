import { Injectable } from '@nestjs/common';
import { dutiesOf, permissionsOf, roles } from '@tessera/domain';
import { hasSecondFactorSql } from '../../platform/auth/second-factor';
import { liveSessionSql } from '../../platform/auth/sessions.repository';
import { isPersonSql, User, userStatuses } from '../../platform/auth/user.entity';
import { Conditions } from '../../platform/database/conditions';
import { textOrder } from '../../platform/database/display-names';
import { insertRow, updateRow } from '../../platform/database/row-writes';
import {
  type Found,
  lockFound,
  type Projection,
  selectOne,
  selectPage,
} from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { Page, Pagination } from '../../platform/http/list-query';
import type { ListedUserDto, UserChange, UserDto, UserListQuery } from './users.dto';

/** A user without the permissions, which follow from the role; the duties are those given to them. */
type UserRow = Omit<UserDto, 'permissions'> & { separate_approval: boolean };

const projection: Projection = {
  what: 'User',
  columns: `u.id, u.email, u.name, u.role, u.duties, coalesce(r.separate_approval, false) AS separate_approval, u.realm_id,
    r.name AS realm_name, u.status, u.break_glass,
    ${hasSecondFactorSql('u.id')} AS second_factor,
    (SELECT p.requested_at FROM password_resets p WHERE p.user_id = u.id) AS reset_requested_at,
    u.last_login_at, u.created_at, u.updated_at`,
  from: 'FROM users u LEFT JOIN realms r ON r.id = u.realm_id',
  version: 'u.version',
};

/** With the number of live sessions, which only administrators can read. */
const projectionWithSessions: Projection = {
  ...projection,
  columns: `${projection.columns},
    (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id AND ${liveSessionSql('s')}) AS session_count`,
};

export const userSorts = {
  name: textOrder('u.name'),
  email: textOrder('u.email'),
  role: 'u.role',
  status: 'u.status',
  realm_id: 'u.realm_id',
  last_login_at: 'u.last_login_at',
  created_at: 'u.created_at',
};

const toUser = <R extends UserRow>({ separate_approval, ...row }: R) => ({
  ...row,
  permissions: [...permissionsOf(row.role)],
  duties: dutiesOf({ ...row, separate_approval }),
});

async function read(tx: Tx, id: number): Promise<Found<UserDto>> {
  const { version, row } = await selectOne<UserRow>(tx, projection, `u.id = $1 AND ${isPersonSql('u')}`, [
    id,
  ]);
  return { version, row: toUser(row) };
}

/** Reads and writes users. */
@Injectable()
export class UsersRepository {
  async listUsers(tx: Tx, query: UserListQuery, pagination: Pagination): Promise<Page<ListedUserDto>> {
    const where = new Conditions()
      .add(isPersonSql('u'))
      .words('u.role', query.role, 'role', roles)
      .words('u.status', query.status, 'status', userStatuses)
      .ids('u.realm_id', query.realm_id, 'realm_id')
      .search(['u.name', 'u.email'], query.q);
    const columns = tx.scope.kind === 'all' ? projectionWithSessions : projection;
    const page = await selectPage<UserRow & Pick<ListedUserDto, 'session_count'>>(
      tx,
      columns,
      where,
      pagination,
    );
    return { ...page, rows: page.rows.map(toUser) };
  }

  /** The user with their version; 404 when there is none. */
  readUser(tx: Tx, id: number): Promise<Found<UserDto>> {
    return read(tx, id);
  }

  /** As `read`, locked until the transaction ends; 412 when `ifMatch` is stale. */
  async lock(tx: Tx, id: number, ifMatch?: string): Promise<UserDto> {
    return (await lockFound(tx, 'users', id, read, ifMatch)).row;
  }

  insertUser(
    tx: Tx,
    user: Pick<User, 'email' | 'realm_id' | 'password_hash'> &
      Partial<Pick<User, 'name' | 'role' | 'duties' | 'status'>>,
  ): Promise<number> {
    return insertRow(tx, User, user);
  }

  updateUser(tx: Tx, id: number, change: UserChange): Promise<void> {
    return updateRow(tx, User, id, change);
  }

  async removeUser(tx: Tx, id: number): Promise<void> {
    await tx.manager.delete(User, id);
  }

  /**
   * Whether the user is the only enabled administrator. Locks all of them, so that of two changes at once the second
   * sees the first.
   */
  async isLastAdmin(tx: Tx, id: number): Promise<boolean> {
    const admins = await tx.query<{ id: number }>(
      `SELECT id FROM users WHERE role = 'admin' AND status = 'active' ORDER BY id FOR UPDATE`,
    );
    return admins.length === 1 && admins[0]?.id === id;
  }

  /** The enabled administrators besides the user. */
  async findOtherAdministrators(tx: Tx, id: number): Promise<number[]> {
    const rows = await tx.query<{ id: number }>(
      "SELECT id FROM users WHERE role = 'admin' AND status = 'active' AND id <> $1",
      [id],
    );
    return rows.map((row) => row.id);
  }
}
