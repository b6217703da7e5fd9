import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { Client, type Credentials, oneAttempt } from '../installation/client.ts';
import type { Installation } from '../installation/installation.ts';

/** Signs in again: an access token lasts ten minutes. */
export type SignIn = () => Promise<Client>;

type Console = Pick<Installation, 'admin' | 'urls'>;

/** A client with a token, of a person or a worker. */
export function clientWith(url: string, token: string): Client {
  const client = new Client([url], oneAttempt);
  client.token = token;
  return client;
}

async function signIn({ urls }: Console, credentials: Credentials): Promise<Client> {
  const client = new Client(urls, oneAttempt);
  await client.signIn(credentials);
  return client;
}

/** Signs the first administrator in. */
export const signInAdmin = (at: Console): Promise<Client> => signIn(at, at.admin);

/** Creates an owner of a realm. */
export async function createOwner(at: Console, realmId: number): Promise<Credentials & { signIn: SignIn }> {
  const password = randomBytes(15).toString('base64url');
  const email = `owner-${realmId}-${randomBytes(4).toString('hex')}@quayside.example`;
  const account = { email, password, name: 'Owner', role: 'realm_owner', realm_id: realmId };
  await (await signInAdmin(at)).requestOk('POST', '/api/users', account);
  return { email, password, signIn: () => signIn(at, { email, password }) };
}

/**
 * Signs in one owner of each realm and returns the access tokens. The accounts are copies of one by SQL, since hashing a
 * password for each would take most of the time.
 */
export async function signInOwners(
  at: Console,
  db: pg.ClientBase,
  realms: readonly number[],
): Promise<string[]> {
  const first = await createOwner(at, 1);
  await db.query(
    `INSERT INTO users (email, name, role, realm_id, password_hash)
     SELECT 'live-' || realm || '@quayside.example', name, role, realm, password_hash
     FROM users CROSS JOIN unnest($2::int[]) AS realm WHERE email = $1`,
    [first.email, realms],
  );
  const tokens: string[] = [];
  for (const realm of realms) {
    const credentials = { email: `live-${realm}@quayside.example`, password: first.password };
    tokens.push((await signIn(at, credentials)).token);
  }
  return tokens;
}
