import { Injectable } from '@nestjs/common';
import type { Duty, Role } from '@tessera/domain';
import { hasSecondFactorSql, secondFactorRequiredSql } from '../../platform/auth/second-factor';
import { isPersonSql, User, type UserStatus } from '../../platform/auth/user.entity';
import { updateRow } from '../../platform/database/row-writes';
import type { Tx } from '../../platform/database/transactions';
import type { RealmStatus } from '../realms/realm.entity';

/** A user with their realm, and the hash of their password. */
export type AccountRow = {
  id: number;
  email: string;
  name: string;
  role: Role;
  /** As they are given; `dutiesOf` returns those that they have. */
  duties: Duty[];
  separate_approval: boolean;
  separate_reversal: boolean;
  realm_id: number | null;
  realm_name: string | null;
  realm_status: RealmStatus | null;
  realm_time_zone: string | null;
  /** From when on they need a second factor; null: they need none, or have one. */
  second_factor_by: Date | null;
  status: UserStatus;
  /** Null for an account that only an identity provider vouches for. */
  password_hash: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
};

/** Key of an advisory lock; no other lock uses this number. */
const FIRST_ADMIN_LOCK = 7_355_609;

const accountSql = `
  SELECT u.id, u.email, u.name, u.role, u.duties, coalesce(r.separate_approval, false) AS separate_approval,
    coalesce(r.separate_reversal, false) AS separate_reversal,
    u.realm_id, r.name AS realm_name, r.status AS realm_status,
    r.time_zone AS realm_time_zone,
    CASE WHEN NOT ${hasSecondFactorSql('u.id')} THEN ${secondFactorRequiredSql('u')} END AS second_factor_by, u.status, u.password_hash, u.version, u.created_at, u.updated_at
  FROM users u LEFT JOIN realms r ON r.id = u.realm_id WHERE ${isPersonSql('u')}`;

/** Reads and writes the accounts that sign in. */
@Injectable()
export class AccountsRepository {
  /** The user with this normalized address; null when there is none. */
  async findByEmail(tx: Tx, email: string): Promise<AccountRow | null> {
    const [row] = await tx.query<AccountRow>(`${accountSql} AND lower(u.email) = $1`, [email]);
    return row ?? null;
  }

  async findById(tx: Tx, id: number): Promise<AccountRow | null> {
    const [row] = await tx.query<AccountRow>(`${accountSql} AND u.id = $1`, [id]);
    return row ?? null;
  }

  /** As `findById`, locked until the transaction ends. */
  async lock(tx: Tx, id: number): Promise<AccountRow | null> {
    await tx.execute('SELECT FROM users WHERE id = $1 FOR UPDATE', [id]);
    return this.findById(tx, id);
  }

  /** Inserts a user and returns the id; null when the address is taken. */
  async insertUser(
    tx: Tx,
    user: Pick<User, 'email' | 'name' | 'password_hash' | 'role' | 'duties' | 'realm_id'>,
  ): Promise<number | null> {
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO users (email, name, password_hash, role, duties, realm_id) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT ((lower(email))) DO NOTHING RETURNING id`,
      [user.email, user.name, user.password_hash, user.role, user.duties, user.realm_id],
    );
    return row?.id ?? null;
  }

  setName(tx: Tx, id: number, name: string): Promise<void> {
    return updateRow(tx, User, id, { name });
  }

  setPassword(tx: Tx, id: number, passwordHash: string): Promise<void> {
    return updateRow(tx, User, id, { password_hash: passwordHash, password_changed_at: () => 'now()' });
  }

  /** Replaces the hash of an unchanged password, unless it has changed meanwhile. */
  async rehash(tx: Tx, { id, password_hash }: AccountRow, newHash: string): Promise<void> {
    await tx.execute('UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2', [
      id,
      password_hash,
      newHash,
    ]);
  }

  /** Records a sign-in. */
  setLastLogin(tx: Tx, id: number): Promise<void> {
    return updateRow(tx, User, id, { last_login_at: () => 'now()' });
  }

  /** Whether there is an administrator. Of several processes that start at once, only the first sees that there is none. */
  async hasAdministrator(tx: Tx): Promise<boolean> {
    await tx.execute('SELECT pg_advisory_xact_lock($1)', [FIRST_ADMIN_LOCK]);
    return (await tx.execute("SELECT FROM users WHERE role = 'admin' LIMIT 1")) > 0;
  }
}
