import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { admin } from './servers.ts';

/** The product's API for one signed-in caller, or a worker. */
export interface Caller {
  port: number;
  token: string;
}

/** Calls the API and reads its JSON; anything but 2xx is an error. */
export async function call<T>(
  { port, token }: Caller,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
}

async function signIn(port: number, email: string, password: string): Promise<Caller> {
  const { token } = await call<{ token: string }>({ port, token: '' }, 'POST', '/api/auth/login', {
    email,
    password,
  });
  return { port, token };
}

/** Signs in anew, since an access token lasts ten minutes. */
export type SignIn = () => Promise<Caller>;

export interface People {
  root: SignIn;
  reader: SignIn;
  launcher: SignIn;
}

/**
 * Signs an owner of each realm in and answers their access tokens. They are copies of the first owner by SQL, since
 * making 200 accounts would take as many hashes of passwords.
 */
export async function signInAll(port: number, db: pg.Client, realms: readonly number[]): Promise<string[]> {
  const password = randomBytes(15).toString('base64url');
  const root = await signIn(port, admin.email, admin.password);
  const first = {
    email: 'live-0@quayside.example',
    password,
    name: 'Owner',
    role: 'realm_owner',
    realm_id: 1,
  };
  await call(root, 'POST', '/api/users', first);
  await db.query(
    `INSERT INTO users (email, name, role, realm_id, password_hash)
     SELECT 'live-' || realm || '@quayside.example', name, role, realm, password_hash
     FROM users CROSS JOIN unnest($2::int[]) AS realm WHERE email = $1`,
    [first.email, realms],
  );
  const tokens: string[] = [];
  for (const realm of realms)
    tokens.push((await signIn(port, `live-${realm}@quayside.example`, password)).token);
  return tokens;
}

/** The administrator, and an owner of the realm that is read and of the one that launches. */
export async function people(port: number, readRealm: number, launchRealm: number): Promise<People> {
  const root = await signIn(port, admin.email, admin.password);
  const owner = async (realm_id: number): Promise<SignIn> => {
    const password = randomBytes(15).toString('base64url');
    const email = `owner-${realm_id}@quayside.example`;
    await call(root, 'POST', '/api/users', { email, password, name: 'Owner', role: 'realm_owner', realm_id });
    return () => signIn(port, email, password);
  };
  return {
    root: () => signIn(port, admin.email, admin.password),
    reader: await owner(readRealm),
    launcher: await owner(launchRealm),
  };
}
