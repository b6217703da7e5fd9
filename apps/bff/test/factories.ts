import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Duty, Role } from '@tessera/domain';
import { randomToken, tokenHash } from '../src/platform/auth/tokens';
import { ADMIN, type TestApp } from './app';
import { defined } from './defined';

/** The password of every user that `user` creates. */
export const PASSWORD = 'lantern-over-quiet-water-7';
let passwordHash: Promise<string> | undefined;

export type Signed = { id: number; email: string; token: string; refreshToken: string };

const unique = () => randomBytes(5).toString('hex');

/** Inserts a row without row-level security; returns its id. */
export async function insert(app: TestApp, table: string, row: Record<string, unknown>): Promise<number> {
  const names = Object.keys(row);
  const { rows } = await app.db.query<{ id: number }>(
    `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')})
     VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
    Object.values(row),
  );
  return defined(rows[0]).id;
}

/** A realm, by default with limits that leave room for work. */
export const realm = (
  app: TestApp,
  limits: { max_tasks?: number; max_logins?: number; name?: string } = {},
) =>
  insert(app, 'realms', { name: `Quayside Desk ${unique()}`, max_tasks: 1000, max_logins: 1000, ...limits });

/** Signs in as an API client; returns the tokens. */
export async function signIn(app: TestApp, email: string, password = PASSWORD): Promise<Signed> {
  const { status, body } = await app.http<{ token: string; refreshToken: string; user: { id: number } }>(
    'POST',
    '/api/auth/login',
    { body: { email, password, client: 'api' } },
  );
  if (status !== 200) throw new Error(`Signing in as ${email} answered ${status}`);
  return { id: body.user.id, email, token: body.token, refreshToken: body.refreshToken };
}

/** The first administrator, signed in. */
export const admin = (app: TestApp) => signIn(app, ADMIN.email, ADMIN.password);

/** A new user, signed in; `realmId` null for one who waits for a realm. */
export async function user(
  app: TestApp,
  role: Role,
  realmId: number | null,
  fields: { duties?: Duty[] } = {},
): Promise<Signed> {
  // A cheap one: to check a password costs what its hash cost, and the product's own are slow on purpose.
  passwordHash ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const email = `${role}-${unique()}@quayside.example`;
  await insert(app, 'users', {
    email,
    name: email,
    role,
    realm_id: realmId,
    password_hash: await passwordHash,
    ...fields,
  });
  return signIn(app, email);
}

/** A service token, created by an owner for their realm or by an administrator for those named. */
export async function serviceToken(
  app: TestApp,
  { token: maker }: Pick<Signed, 'token'>,
  fields: { name?: string; duties?: Duty[]; realm_ids?: number[]; expires_in_days?: number } = {},
): Promise<{ id: number; token: string }> {
  const { status, body } = await app.http<{ id: number; token: string }>('POST', '/api/service-tokens', {
    token: maker,
    body: { name: `Export ${unique()}`, expires_in_days: 90, ...fields },
  });
  if (status !== 201) throw new Error(`Creating a service token answered ${status}`);
  return body;
}

/** An enabled site with an empty config. */
export const site = (app: TestApp, fields: Record<string, unknown> = {}) =>
  insert(app, 'sites', {
    name: `Harbour Tickets ${unique()}`,
    url: 'https://tickets.example',
    enabled: 1,
    currency: 'GBP',
    ...fields,
  });

export const event = (app: TestApp, siteId: number, fields: Record<string, unknown> = {}) =>
  insert(app, 'events', {
    site_id: siteId,
    guid: `evt-${unique()}`,
    name: 'Harbour City v Northgate Rovers',
    status: 'on_sale',
    ...fields,
  });

export const login = (
  app: TestApp,
  realmId: number,
  siteId: number,
  fields: Record<string, unknown> = {},
) => {
  const email = `buyer-${unique()}@quayside.example`;
  return insert(app, 'logins', { realm_id: realmId, site_id: siteId, email, name: email, ...fields });
};

export const pool = (app: TestApp, realmId: number, siteId: number, fields: Record<string, unknown> = {}) =>
  insert(app, 'pools', { realm_id: realmId, site_id: siteId, name: `Pool ${unique()}`, ...fields });

export const template = (
  app: TestApp,
  realmId: number,
  siteId: number,
  eventId: number,
  fields: Record<string, unknown> = {},
) =>
  insert(app, 'templates', {
    realm_id: realmId,
    site_id: siteId,
    event_id: eventId,
    name: `Template ${unique()}`,
    ...fields,
  });

export const job = (
  app: TestApp,
  realmId: number,
  siteId: number,
  eventId: number,
  fields: Record<string, unknown> = {},
) =>
  insert(app, 'jobs', {
    realm_id: realmId,
    site_id: siteId,
    event_id: eventId,
    name: `Job ${unique()}`,
    ...fields,
  });

/** The row of a task, without a queued run. */
export const task = (
  app: TestApp,
  realmId: number,
  siteId: number,
  eventId: number,
  loginId: number,
  fields: Record<string, unknown> = {},
) =>
  insert(app, 'tasks', {
    realm_id: realmId,
    site_id: siteId,
    event_id: eventId,
    login_id: loginId,
    name: `Task ${unique()}`,
    ...fields,
  });

/** A worker token, by default for all sites and realms. */
export async function workerToken(
  app: TestApp,
  fields: { site_ids?: number[]; realm_ids?: number[] } = {},
): Promise<string> {
  const token = randomToken('tw_');
  await insert(app, 'worker_tokens', { name: `worker ${unique()}`, token_hash: tokenHash(token), ...fields });
  return token;
}
