import type { Role } from '@tessera/domain';
import type { Tx } from '../../platform/database/transactions';
import type { RealmStatus } from '../realms';

export type AccountRow = {
  id: number;
  email: string;
  name: string;
  role: Role;
  realm_id: number | null;
  realm_name: string | null;
  realm_status: RealmStatus | null;
  realm_time_zone: string | null;
  status: 'active' | 'disabled';
  password_hash: string;
  version: number;
  created_at: Date;
  updated_at: Date;
};

const USER = `
  SELECT u.id, u.email, u.name, u.role, u.realm_id, r.name AS realm_name, r.status AS realm_status,
    r.time_zone AS realm_time_zone, u.status, u.password_hash, u.version, u.created_at, u.updated_at
  FROM users u LEFT JOIN realms r ON r.id = u.realm_id`;

/** The user with that normalised address; null when there is none. */
export async function userByEmail(tx: Tx, email: string): Promise<AccountRow | null> {
  const [row] = await tx.query<AccountRow>(`${USER} WHERE lower(u.email) = $1`, [email]);
  return row ?? null;
}

export async function userById(tx: Tx, id: number): Promise<AccountRow | null> {
  const [row] = await tx.query<AccountRow>(`${USER} WHERE u.id = $1`, [id]);
  return row ?? null;
}

export type NewUser = {
  email: string;
  name: string;
  passwordHash: string;
  role: Role;
  realmId: number | null;
};

/** Adds a user and answers the id; null when the address is taken. */
export async function insertUser(tx: Tx, user: NewUser): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO users (email, name, password_hash, role, realm_id) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT ((lower(email))) DO NOTHING RETURNING id`,
    [user.email, user.name, user.passwordHash, user.role, user.realmId],
  );
  return row?.id ?? null;
}
