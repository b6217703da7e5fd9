import { tokenHash } from '../../src/platform/auth/tokens';
import type { TestApp } from '../app';
import { event, insert, job, login, pool, site, task, template } from '../factories';
import { makeReleaseKey } from '../module-release';
import { PUBLISHED_MODULE } from './publishing';

/** The realm, site, event and owner of the rows, and the site where rehearsals run. */
export type Place = { realmId: number; siteId: number; eventId: number; ownerId: number; sandboxId: number };

/** Kinds of rows that requests refer to. */
export const kinds = [
  'site', 'event', 'guid', 'login', 'task', 'job', 'template', 'pool', 'hold', 'ticket', 'link', 'realm', 'user',
  'invitation', 'view', 'notification', 'subscription', 'audit', 'token', 'serviceToken', 'worker', 'lease', 'session', 'module', 'release',
  'publisher', 'moduleKey', 'moduleToken', 'moduleRow',
  'account', 'operation', 'factored', 'emptyRealm', 'emptySite', 'fullPool', 'member', 'holder', 'heldTask', 'heldGuid', 'claimedTask', 'claimedHold',
  'payingLease', 'payableHold', 'settlingLease', 'invitationToken', 'resetToken',
  'pausableTask', 'pausedTask', 'endedTask', 'waitingJob', 'match', 'matchedEvent', 'siteMap', 'rehearsal', 'calendarFeed',
] as const; // prettier-ignore
export type Kind = (typeof kinds)[number];

/** How many rows of a kind must exist for requests. */
export const ready = (kind: Kind): number => (single.includes(kind) ? 1 : 6);
const single: readonly Kind[] = [
  'site',
  'realm',
  'fullPool',
  'claimedTask',
  'match',
  'siteMap',
  'calendarFeed',
];

const newest = (table: string, where: string): string =>
  `SELECT id FROM ${table} WHERE ${where} ORDER BY id DESC LIMIT 12`;
const inRealm = 'realm_id = $1';
const theirTasks = 'FROM holds h JOIN tasks t ON t.realm_id = h.realm_id AND t.id = h.task_id';
const live = `h.realm_id = $1 AND h.site_id = $2 AND h.status = 'held' AND h.expires_at > now() + interval '5 s'`;
/** A held seat that a person may pay for, remove or confirm, with the login, task and event that belong to it. */
const held = `${theirTasks} WHERE ${live} AND t.lease_id IS NULL AND t.deleted_at IS NULL ORDER BY h.id DESC LIMIT 1`;
/** A basket that the owner pays now, with its seat. */
const claimedBasket = `FROM pay_claims c JOIN holds h ON h.realm_id = c.realm_id AND h.task_id = c.id
  WHERE c.realm_id = $1 AND c.user_id = $3 AND c.expires_at > now() + interval '5 s' AND h.status = 'held'
  AND h.expires_at > now() + interval '5 s' ORDER BY h.id DESC LIMIT 1`;
/** The one seat that a worker pays for, and its lease. */
const payable = `${theirTasks} WHERE ${live} AND t.mode = 'buy' AND t.lease_expires_at > now() + interval '2 s'
  ORDER BY h.id DESC LIMIT 1`;
/** The token of a link that was made for the row with an id. Rows have its hash only. */
const tokenOf = (id: number | string): string => `token-${id}`;
const tokenSql = (id: string): string => `'token-' || ${id}`;
const hasToken = (id: string): string =>
  `token_hash = rtrim(translate(encode(sha256((${tokenSql(id)})::bytea), 'base64'), '+/', '-_'), '=')`;
const member = `FROM pool_members m JOIN pools p ON p.realm_id = m.realm_id AND p.id = m.pool_id
  WHERE m.realm_id = $1 AND p.deleted_at IS NULL ORDER BY m.pool_id DESC, m.login_id DESC LIMIT 1`;

/** Which rows of a kind may be named: `$1` the realm, `$2` the site, `$3` the owner. */
const queries: Record<Kind, string> = {
  site: 'SELECT $2::int AS id',
  event: newest('events', 'site_id = $2 AND deleted_at IS NULL'),
  guid: `SELECT guid AS id FROM events WHERE site_id = $2 AND deleted_at IS NULL ORDER BY events.id DESC LIMIT 12`,
  login: newest('logins', `${inRealm} AND site_id = $2 AND deleted_at IS NULL`),
  task: newest('tasks', `${inRealm} AND deleted_at IS NULL`),
  pausableTask: newest('tasks', `${inRealm} AND status = 'scheduled' AND NOT paused AND deleted_at IS NULL`),
  pausedTask: newest('tasks', `${inRealm} AND paused AND deleted_at IS NULL`),
  endedTask: newest(
    'tasks',
    `${inRealm} AND status = 'stopped' AND NOT payment_check AND deleted_at IS NULL`,
  ),
  job: newest('jobs', `${inRealm} AND deleted_at IS NULL`),
  waitingJob: newest(
    'jobs',
    `${inRealm} AND deleted_at IS NULL AND EXISTS (SELECT FROM tasks t WHERE t.job_id = jobs.id AND t.deleted_at IS NULL)
     AND NOT EXISTS (SELECT FROM tasks t WHERE t.job_id = jobs.id AND t.status <> 'scheduled' AND t.deleted_at IS NULL)`,
  ),
  template: newest('templates', `${inRealm} AND deleted_at IS NULL`),
  pool: newest('pools', `${inRealm} AND site_id = $2 AND deleted_at IS NULL`),
  hold: newest('holds', `${inRealm} AND status = 'held'`),
  ticket: newest('tickets', `${inRealm} AND deleted_at IS NULL`),
  link: newest('queue_links', `${inRealm} AND deleted_at IS NULL`),
  realm: newest('realms', `id = $1`),
  user: newest('users', `realm_id = $1 AND name = 'spare'`),
  invitation: newest('invitations', `${inRealm} AND used_at IS NULL AND revoked_at IS NULL`),
  view: newest('saved_views', 'user_id = $3'),
  notification: newest('notifications', 'user_id = $3'),
  subscription: newest('push_subscriptions', 'user_id = $3'),
  audit: newest('audit', inRealm),
  token: newest('worker_tokens', 'revoked_at IS NULL'),
  serviceToken: newest('service_tokens', `${inRealm} AND revoked_at IS NULL`),
  worker: newest('workers', 'true'),
  lease: `SELECT lease_id AS id FROM tasks WHERE lease_expires_at > now() + interval '2 s' ORDER BY tasks.id DESC LIMIT 12`,
  session: `SELECT id FROM sessions WHERE user_id = $3 AND ended_at IS NULL ORDER BY created_at LIMIT 12`,
  module: newest('modules', 'true'),
  release: newest('module_releases', 'true'),
  publisher: newest('module_publishers', 'true'),
  moduleKey: `SELECT id FROM module_keys WHERE publisher_id = (SELECT max(id) FROM module_publishers) ORDER BY 1 DESC LIMIT 12`,
  moduleToken: `SELECT id FROM module_tokens WHERE publisher_id = (SELECT max(id) FROM module_publishers) ORDER BY 1 DESC LIMIT 12`,
  moduleRow: newest('module_rows', `${inRealm} AND module = '${PUBLISHED_MODULE}'`),
  account: 'SELECT email AS id FROM users WHERE id = $3',
  operation: newest('bulk_operations', inRealm),
  factored: newest(
    'users',
    `realm_id = $1 AND id IN (SELECT user_id FROM second_factors) AND name = 'spare'`,
  ),
  emptyRealm: newest('realms', `name LIKE 'spare %' AND deleted_at IS NULL`),
  emptySite: newest('sites', `name LIKE 'spare %' AND deleted_at IS NULL`),
  fullPool: `SELECT m.pool_id AS id ${member}`,
  member: `SELECT m.login_id AS id ${member}`,
  holder: `SELECT h.login_id AS id ${held}`,
  heldTask: `SELECT h.task_id AS id ${held}`,
  heldGuid: `SELECT (SELECT guid FROM events WHERE events.id = h.event_id) AS id ${held}`,
  claimedTask: `SELECT c.id ${claimedBasket}`,
  claimedHold: `SELECT h.id ${claimedBasket}`,
  payingLease: `SELECT t.lease_id AS id ${payable}`,
  payableHold: `SELECT h.id ${payable}`,
  settlingLease: `SELECT lease_id AS id FROM payment_checks
    WHERE realm_id = $1 AND tries > 0 AND lease_expires_at > now() + interval '2 s' ORDER BY task_id DESC LIMIT 12`,
  invitationToken: `SELECT ${tokenSql('id')} AS id FROM invitations
    WHERE ${inRealm} AND used_at IS NULL AND revoked_at IS NULL AND ${hasToken('id')} LIMIT 12`,
  resetToken: `SELECT ${tokenSql('user_id')} AS id FROM password_resets
    WHERE token_expires_at > now() AND ${hasToken('user_id')} LIMIT 12`,
  match: newest('identity_matches', `kind = 'event'`),
  matchedEvent: `SELECT row_ids[1] AS id FROM identity_matches WHERE kind = 'event' ORDER BY identity_matches.id DESC LIMIT 12`,
  siteMap: newest('site_maps', 'site_id = $2 AND event_id IS NULL'),
  calendarFeed: 'SELECT user_id AS id FROM calendar_feeds WHERE user_id = $3',
  rehearsal: newest('rehearsals', `${inRealm} AND deleted_at IS NULL`),
};

/** The ids of what can be named now, newest first. */
export async function readIds(
  app: TestApp,
  { realmId, siteId, ownerId }: Place,
): Promise<Record<Kind, (number | string)[]>> {
  const { rows } = await app.db.query<{ kind: Kind; ids: (number | string)[] }>(
    `WITH place AS (SELECT $1::int, $2::int, $3::int) ${kinds
      .map(
        (kind) =>
          `SELECT '${kind}' AS kind, COALESCE(jsonb_agg(found.id), '[]') AS ids FROM (${queries[kind]}) found`,
      )
      .join(' UNION ALL ')}`,
    [realmId, siteId, ownerId],
  );
  return Object.fromEntries(rows.map(({ kind, ids }) => [kind, ids])) as Record<Kind, (number | string)[]>;
}

let made = 0;
const name = (): string => `made-${(made += 1)}`;

type Maker = (app: TestApp, place: Place, ids: Record<Kind, (number | string)[]>) => Promise<unknown>;

const first = (ids: Record<Kind, (number | string)[]>, kind: Kind): number => Number(ids[kind][0]);

/** An SVG with an area. */
export const drawing = (area: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path data-area="${area}" d="M0 0h9v9z"/></svg>`;

/** The seat of a task, held for some minutes more. */
const seat: Maker = (app, place, ids) => seatOf(app, place, ids, first(ids, 'task'));

const seatOf = (
  app: TestApp,
  { realmId: realm_id, siteId: site_id, eventId: event_id }: Place,
  ids: Record<Kind, (number | string)[]>,
  task_id: number,
): Promise<number> =>
  insert(app, 'holds', {
    realm_id,
    site_id,
    event_id,
    event_guid: 'guid',
    event_name: 'Harbour City v Northgate Rovers',
    customer_identity: 'buyer@quayside.example',
    task_id,
    login_id: first(ids, 'login'),
    area: 'North Stand',
    row: 'F',
    seat: name(),
    price: 42.5,
    currency: 'GBP',
    expires_at: new Date(Date.now() + 600_000),
  });

/** Makes a task that starts tomorrow. */
const scheduledTask =
  (more: { paused?: boolean; job_id?: number; job_index?: number } = {}): Maker =>
  (app, { realmId, siteId, eventId }, ids) =>
    task(app, realmId, siteId, eventId, first(ids, 'login'), {
      status: 'scheduled',
      scheduled_at: new Date(Date.now() + 86_400_000),
      ...more,
    });

/** Makes one of a kind; those that are left out come about by themselves. */
export const makers: Partial<Record<Kind, Maker>> = {
  event: (app, { siteId, realmId }) => event(app, siteId, { created_by_realm_id: realmId }),
  login: (app, { realmId, siteId }) => login(app, realmId, siteId),
  task: (app, { realmId, siteId, eventId }, ids) =>
    task(app, realmId, siteId, eventId, first(ids, 'login'), { name: name() }),
  pausableTask: scheduledTask(),
  pausedTask: scheduledTask({ paused: true }),
  endedTask: (app, { realmId, siteId, eventId }, ids) =>
    task(app, realmId, siteId, eventId, first(ids, 'login'), { status: 'stopped' }),
  job: (app, { realmId, siteId, eventId }) => job(app, realmId, siteId, eventId),
  waitingJob: async (app, place, ids) => {
    const job_id = await job(app, place.realmId, place.siteId, place.eventId);
    await scheduledTask({ job_id, job_index: 0 })(app, place, ids);
  },
  template: (app, { realmId, siteId, eventId }) => template(app, realmId, siteId, eventId),
  pool: (app, { realmId, siteId }) => pool(app, realmId, siteId),
  hold: seat,
  claimedTask: async (app, place, ids) => {
    const { realmId, siteId, eventId, ownerId } = place;
    const id = await task(app, realmId, siteId, eventId, first(ids, 'login'), { status: 'carted' });
    await seatOf(app, place, ids, id);
    const expires_at = new Date(Date.now() + 600_000);
    const claim = {
      id,
      realm_id: realmId,
      user_id: ownerId,
      who: 'owner',
      claimed_at: new Date(),
      expires_at,
    };
    await insert(app, 'pay_claims', claim);
  },
  moduleRow: (app, { realmId: realm_id }) =>
    insert(app, 'module_rows', { realm_id, module: PUBLISHED_MODULE, entity: 'note', id: name(), data: {} }),
  ticket: async (app, place, ids) => {
    const hold_id = (await seat(app, place, ids)) as number;
    await app.db.query(`UPDATE holds SET status = 'confirmed' WHERE id = $1`, [hold_id]);
    await insert(app, 'tickets', {
      realm_id: place.realmId,
      site_id: place.siteId,
      event_id: place.eventId,
      event_guid: 'guid',
      event_name: 'Harbour City v Northgate Rovers',
      customer_identity: 'buyer@quayside.example',
      hold_id,
      task_id: first(ids, 'task'),
      login_id: first(ids, 'login'),
      login_email: 'buyer@quayside.example',
    });
  },
  // A login has at most one live link per event, so each link gets its own login.
  link: async (app, { realmId, siteId, eventId: event_id }) =>
    insert(app, 'queue_links', { realm_id: realmId, event_id, login_id: await login(app, realmId, siteId) }),
  user: (app, { realmId: realm_id }) =>
    insert(app, 'users', {
      realm_id,
      name: 'spare',
      email: `${name()}@quayside.example`,
      password_hash: 'x',
    }),
  invitation: (app, { realmId: realm_id }) =>
    insert(app, 'invitations', {
      realm_id,
      role: 'realm_user',
      token_hash: name(),
      expires_at: new Date(Date.now() + 3_600_000),
    }),
  invitationToken: async (app, { realmId: realm_id, ownerId: created_by }) => {
    const expires_at = new Date(Date.now() + 3_600_000);
    const invitation = { realm_id, created_by, role: 'realm_user', token_hash: name(), expires_at };
    const id = await insert(app, 'invitations', invitation);
    await app.db.query('UPDATE invitations SET token_hash = $2 WHERE id = $1', [id, tokenHash(tokenOf(id))]);
  },
  resetToken: async (app, { realmId: realm_id, ownerId: created_by }) => {
    const person = { realm_id, name: 'forgetful', email: `${name()}@quayside.example`, password_hash: 'x' };
    const id = await insert(app, 'users', person);
    await app.db.query(
      `INSERT INTO password_resets (user_id, token_hash, token_expires_at, created_by)
       VALUES ($1, $2, now() + interval '1 hour', $3)`,
      [id, tokenHash(tokenOf(id)), created_by],
    );
  },
  view: (app, { ownerId: user_id }) =>
    insert(app, 'saved_views', { user_id, page: 'tasks', name: name(), query: {} }),
  notification: (app, { ownerId: user_id, realmId: realm_id }) =>
    insert(app, 'notifications', { user_id, realm_id, topic: 'security', title: 'Title' }),
  subscription: (app, { ownerId: user_id }) =>
    insert(app, 'push_subscriptions', {
      user_id,
      endpoint: `https://push.invalid/${name()}`,
      p256dh: 'x'.repeat(87),
      auth: 'x'.repeat(22),
    }),
  token: (app) => insert(app, 'worker_tokens', { name: name(), token_hash: name() }),
  serviceToken: (app, { realmId: realm_id }) =>
    insert(app, 'service_tokens', {
      realm_id,
      name: name(),
      token_hash: name(),
      expires_at: new Date(Date.now() + 3_600_000),
    }),
  publisher: (app) => insert(app, 'module_publishers', { name: name(), modules: ['mf-fuzz'] }),
  moduleKey: (app, _place, ids) => {
    const { id, publicKey } = makeReleaseKey();
    return insert(app, 'module_keys', {
      publisher_id: first(ids, 'publisher'),
      key_id: id,
      public_key: publicKey,
    });
  },
  moduleToken: (app, _place, ids) =>
    insert(app, 'module_tokens', {
      publisher_id: first(ids, 'publisher'),
      name: name(),
      token_hash: name(),
      scopes: ['publish'],
    }),
  operation: async (app, { realmId: realm_id, ownerId: user_id }, ids) => {
    const bulk = { realm_id, user_id, who: 'owner', command: 'stop', total: 1 };
    await app.db.query('INSERT INTO bulk_items (realm_id, operation_id, task_id) VALUES ($1, $2, $3)', [
      realm_id,
      await insert(app, 'bulk_operations', bulk),
      first(ids, 'task'),
    ]);
  },
  // An administrator may remove it; no sign-in uses it.
  factored: (app, _place, ids) =>
    app.db.query(
      `INSERT INTO second_factors (user_id, secrets, confirmed_at) SELECT id, '{}', now() FROM unnest($1::int[]) AS id
       ON CONFLICT DO NOTHING`,
      [ids.user],
    ),
  emptyRealm: (app) => insert(app, 'realms', { name: `spare ${name()}` }),
  emptySite: (app) => insert(app, 'sites', { name: `spare ${name()}`, url: 'https://tickets.example' }),
  fullPool: (app, { realmId }, ids) =>
    app.db.query('INSERT INTO pool_members (realm_id, pool_id, login_id, position) VALUES ($1, $2, $3, 1)', [
      realmId,
      first(ids, 'pool'),
      first(ids, 'login'),
    ]),
  // At a site of its own: a decision closes events, and those of the desk stay on sale.
  match: async (app) => {
    const site_id = await site(app);
    const row_ids = [await event(app, site_id), await event(app, site_id)];
    const identity = `guid:${name()}`;
    await app.db.query(
      'UPDATE event_identities SET keys = array_append(keys, $2) WHERE event_id = ANY ($1)',
      [row_ids, identity],
    );
    await insert(app, 'identity_matches', { kind: 'event', site_id, identity, row_ids });
  },
  calendarFeed: (app, { ownerId }) =>
    app.db.query('INSERT INTO calendar_feeds (user_id, token_hash, kinds) VALUES ($1, $2, $3)', [
      ownerId,
      name(),
      ['job'],
    ]),
  siteMap: (app, { siteId: site_id }) => insert(app, 'site_maps', { site_id, svg: drawing(name()) }),
};
