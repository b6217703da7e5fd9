import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { admin } from './installation.ts';

/** A signed-in user, or a worker. */
export interface Caller {
  port: number;
  token: string;
}

/** Signs in again: an access token lasts ten minutes. */
export type SignIn = () => Promise<Caller>;

/** Calls the API and reads its JSON; throws for any status but 2xx. */
export async function call<T>(
  { port, token }: Caller,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
}

async function signIn(port: number, email: string, password: string): Promise<Caller> {
  const { token } = await call<{ token: string }>({ port, token: '' }, 'POST', '/api/auth/login', {
    email,
    password,
  });
  return { port, token };
}

/** Signs the first administrator in. */
export const signInAdmin = (port: number): Promise<Caller> => signIn(port, admin.email, admin.password);

/** Creates an owner of a realm. */
export async function createOwner(
  port: number,
  realmId: number,
): Promise<{ email: string; password: string; signIn: SignIn }> {
  const password = randomBytes(15).toString('base64url');
  const email = `owner-${realmId}-${randomBytes(4).toString('hex')}@quayside.example`;
  const account = { email, password, name: 'Owner', role: 'realm_owner', realm_id: realmId };
  await call(await signInAdmin(port), 'POST', '/api/users', account);
  return { email, password, signIn: () => signIn(port, email, password) };
}

/**
 * Signs in one owner of each realm and returns the access tokens. The accounts are copies of one by SQL, since hashing a
 * password for each would take most of the time.
 */
export async function signInOwners(
  port: number,
  db: pg.Client,
  realms: readonly number[],
): Promise<string[]> {
  const first = await createOwner(port, 1);
  const emailOf = (realm: number) => `live-${realm}@quayside.example`;
  await db.query(
    `INSERT INTO users (email, name, role, realm_id, password_hash)
     SELECT 'live-' || realm || '@quayside.example', name, role, realm, password_hash
     FROM users CROSS JOIN unnest($2::int[]) AS realm WHERE email = $1`,
    [first.email, realms],
  );
  const tokens: string[] = [];
  for (const realm of realms) tokens.push((await signIn(port, emailOf(realm), first.password)).token);
  return tokens;
}
