import { operationsOf } from '../src/platform/http/openapi/operations';
import { type Asked, startApp, type TestApp } from './app';
import { defined } from './defined';
import { changedTables, dump } from './dump';
import * as make from './factories';
import { readDocument } from './operations';
import { publishedModule } from './published-module';
import { newTeam } from './publishers';
import { rehearse, rehearsing, SANDBOX } from './rehearsal';
import { enableTwoFactor } from './two-factor';
import { holdSeats, leaseOne, newTask, type Work, work } from './work';

type Change = { path: string; body?: object; token?: string };

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp({ SANDBOX_URL: SANDBOX });
  ({ token } = await make.admin(app));
});
afterAll(() => app.close());

/** Where it is recorded who did what: the audit log, and the timelines of tasks. */
const records = /^public\.(audit|task_events)/;

/** What belongs to one account, changes nobody's access and costs nothing. */
const personal = [
  'DELETE /modules/overrides/{name}',
  'DELETE /saved-views/{id}',
  'PUT /calendar/reminders',
  'PUT /me/preferences',
  'PUT /modules/overrides/{name}',
  'PUT /saved-views/{id}',
];

/** Part of a release, which is recorded as a whole when it is complete. */
const unfinished = ['PUT /publishing/releases/{uploadId}/files/{sha256}'];

/** A module's own affair, as many rows as it likes; what they refer to is never changed by them. */
const ofModules = ['DELETE /module-data/{module}/{entity}/{id}', 'PUT /module-data/{module}/{entity}/{id}'];

const map = {
  svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path id="North" d="M0 0h9v9z"/></svg>',
};

const prices = {
  currency: 'GBP',
  fee_per_seat: 0,
  fee_per_order: 0,
  ranges: [{ level: '', area: '', min: 48, max: 62 }],
};

/** A change of each kind, on rows of its own. Written by hand: a new one needs a line here. */
function changes(): Record<string, () => Promise<Change>> {
  const owned = async (path: (mine: Work) => Promise<string>, body?: object): Promise<Change> => {
    const mine = await work(app);
    return { path: await path(mine), token: mine.owner, ...(body && { body }) };
  };
  const row = (table: string, fields: (mine: Work) => Record<string, unknown>) => async (mine: Work) =>
    make.insert(app, table, { realm_id: mine.realmId, ...fields(mine) });
  const pool = ({ realmId, siteId }: Work) => make.pool(app, realmId, siteId);
  const template = ({ realmId, siteId, eventId }: Work) => make.template(app, realmId, siteId, eventId);
  const job = ({ realmId, siteId, eventId }: Work) => make.job(app, realmId, siteId, eventId);
  const task = ({ realmId, siteId, eventId, logins }: Work) =>
    make.task(app, realmId, siteId, eventId, defined(logins[0]), { status: 'stopped' });
  const link = row('queue_links', ({ eventId, logins }) => ({ event_id: eventId, login_id: logins[0] }));
  const webhook = row('webhooks', () => ({ name: 'Desk', url: '', topics: ['orders'] }));
  const held = async (mine: Work) => {
    const { id } = await newTask(mine);
    return { id, holds: await holdSeats(mine, (await leaseOne(mine)).lease_id, [1]) };
  };
  const ticket = async (mine: Work) => {
    await held(mine);
    const body = { loginId: mine.logins[0], siteId: mine.siteId, eventGuid: mine.guid };
    const bought = await app.http<{ id: number }[]>('POST', '/api/purchases', { token: mine.owner, body });
    return defined(bought.body[0]).id;
  };
  const member = async (mine: Work) => {
    const id = await pool(mine);
    const body = { login_ids: mine.logins };
    await app.http('POST', `/api/pools/${id}/members`, { token: mine.owner, body });
    return `/pools/${id}/members/${mine.logins[0]}`;
  };
  const comeOn = async ({ eventId, owner }: Work) => {
    const path = `/on-sale/${eventId}/payers/me`;
    await app.http('PUT', `/api${path}`, { token: owner });
    return path;
  };
  const withMap = async () => {
    const path = `/sites/${await make.site(app)}/map`;
    await app.http('PUT', `/api${path}`, { token, body: map });
    return { path };
  };
  const provider = async () =>
    make.insert(app, 'identity_providers', {
      realm_id: await make.realm(app),
      name: 'Quayside',
      issuer: 'https://login.quayside.example',
      client_id: 'console',
      scopes: 'openid',
    });
  const somebody = async () => make.user(app, 'realm_user', await make.realm(app));
  const at = (of: string, make: (mine: Work) => Promise<number>, body?: object) => (): Promise<Change> =>
    owned(async (mine) => `/${of}/${await make(mine)}`, body);
  const asAdmin = (path: () => Promise<string>, body?: object) => async (): Promise<Change> => ({
    path: await path(),
    ...(body && { body }),
  });
  const passkeyOf = (userId: number) =>
    make.insert(app, 'passkeys', {
      user_id: userId,
      credential_id: `credential of ${userId}`,
      public_key: Buffer.from('a key'),
      counter: 0,
      backed_up: false,
      domain: 'localhost',
      name: 'Phone',
    });
  const publisherPart = async (part: 'keys' | 'tokens') => {
    const { team } = await newTeam(app);
    const table = part === 'keys' ? 'module_keys' : 'module_tokens';
    const { rows } = await app.db.query<{ id: number }>(`SELECT id FROM ${table} WHERE publisher_id = $1`, [
      team.id,
    ]);
    return `/modules/publishers/${team.id}/${part}/${defined(rows[0]).id}`;
  };

  return {
    'DELETE /calendar/feed': async () => {
      const { token } = await somebody();
      await app.http('POST', '/api/calendar/feed', { token, body: { kinds: ['on_sale'], planned: false } });
      return { path: '/calendar/feed', token };
    },
    'DELETE /carted-tickets/group/{taskId}/{loginId}': () =>
      owned(async (mine) => `/carted-tickets/group/${(await held(mine)).id}/${mine.logins[0]}`),
    'DELETE /carted-tickets/{id}': () =>
      owned(async (mine) => `/carted-tickets/${defined((await held(mine)).holds[0])}`),
    'PUT /escalation': () => owned(() => Promise.resolve('/escalation'), { minutes: 10 }),
    'PATCH /events/{id}': asAdmin(async () => `/events/${await make.event(app, await make.site(app))}`, {
      name: 'Derby',
    }),
    'DELETE /events/{id}': asAdmin(async () => `/events/${await make.event(app, await make.site(app))}`),
    'PUT /identity-matches/{id}/decision': asAdmin(
      async () => {
        const fields = { kind: 'event', site_id: await make.site(app), identity: 'guid:1', row_ids: [1] };
        return `/identity-matches/${await make.insert(app, 'identity_matches', fields)}/decision`;
      },
      { decision: 'apart' },
    ),
    'PUT /identity-providers/{id}': asAdmin(async () => `/identity-providers/${await provider()}`, {
      name: 'Harbour',
    }),
    'DELETE /identity-providers/{id}': asAdmin(async () => `/identity-providers/${await provider()}`),
    'DELETE /invitations/{id}': async () => {
      const body = { role: 'realm_user', realm_id: await make.realm(app) };
      const made = await app.http<{ id: number }>('POST', '/api/invitations', { token, body });
      return { path: `/invitations/${made.body.id}` };
    },
    'PUT /webhooks/{id}': at('webhooks', webhook, { name: 'Renamed' }),
    'DELETE /webhooks/{id}': at('webhooks', webhook),
    'PATCH /jobs/{id}': at('jobs', job, { name: 'Saturday' }),
    'DELETE /jobs/{id}': at('jobs', job),
    'PATCH /logins/{id}': at('logins', ({ logins }) => Promise.resolve(defined(logins[0])), {
      name: 'Buyer',
    }),
    'DELETE /logins/{id}': at('logins', ({ logins }) => Promise.resolve(defined(logins[0]))),
    'PATCH /me': async () => ({ path: '/me', token: (await somebody()).token, body: { name: 'Robin' } }),
    'PUT /me/passkeys/{id}': async () => {
      const me = await somebody();
      return { path: `/me/passkeys/${await passkeyOf(me.id)}`, token: me.token, body: { name: 'Tablet' } };
    },
    'DELETE /me/passkeys/{id}': async () => {
      const me = await somebody();
      return { path: `/me/passkeys/${await passkeyOf(me.id)}`, token: me.token };
    },
    'DELETE /me/linked-identities/{id}': async () => {
      const me = await somebody();
      const id = await make.insert(app, 'linked_identities', {
        provider_id: await provider(),
        issuer: 'https://login.quayside.example',
        subject: `u-${me.id}`,
        user_id: me.id,
      });
      return { path: `/me/linked-identities/${id}`, token: me.token };
    },
    'DELETE /me/sessions/{id}': async () => {
      const me = await somebody();
      const { rows } = await app.db.query<{ id: number }>('SELECT id FROM sessions WHERE user_id = $1', [
        me.id,
      ]);
      const again = await make.signIn(app, me.email);
      return { path: `/me/sessions/${defined(rows[0]).id}`, token: again.token };
    },
    'PATCH /modules/publishers/{id}': asAdmin(
      async () => `/modules/publishers/${(await newTeam(app)).team.id}`,
      { may_promote: false },
    ),
    'DELETE /modules/publishers/{id}': asAdmin(
      async () => `/modules/publishers/${(await newTeam(app)).team.id}`,
    ),
    'DELETE /modules/publishers/{id}/keys/{keyId}': asAdmin(() => publisherPart('keys')),
    'DELETE /modules/publishers/{id}/tokens/{tokenId}': asAdmin(() => publisherPart('tokens')),
    'PATCH /modules/settings/{id}': asAdmin(
      async () => `/modules/settings/${(await publishedModule(app)).id}`,
      { load_budget_ms: 900 },
    ),
    'PUT /approval-rules': () =>
      owned(() => Promise.resolve('/approval-rules'), {
        currency: 'GBP',
        per_launch: 900,
        per_event: null,
        per_month: null,
      }),
    'PUT /budgets/month': () =>
      owned(() => Promise.resolve('/budgets/month'), { amount: 900, currency: 'GBP' }),
    'PUT /on-sale/{eventId}/budget': () =>
      owned((mine) => Promise.resolve(`/on-sale/${mine.eventId}/budget`), { amount: 500, currency: 'GBP' }),
    'PUT /on-sale/{eventId}/payers/me': () =>
      owned((mine) => Promise.resolve(`/on-sale/${mine.eventId}/payers/me`)),
    'DELETE /on-sale/{eventId}/payers/me': () => owned(comeOn),
    'PUT /pools/{id}': at('pools', pool, { name: 'Members' }),
    'DELETE /pools/{id}': at('pools', pool),
    'PUT /pools/{id}/members/{loginId}': () => owned(member, { status: 'disabled' }),
    'DELETE /pools/{id}/members/{loginId}': () => owned(member),
    'PUT /queueitlinks/{id}': at('queueitlinks', link, { status_msg: 'Noted' }),
    'DELETE /queueitlinks/{id}': at('queueitlinks', link),
    'PUT /administrators/second-factor-rule': asAdmin(
      () => Promise.resolve('/administrators/second-factor-rule'),
      { required: true },
    ),
    'PUT /realms/{id}/second-factor-rule': () =>
      owned(({ realmId }) => Promise.resolve(`/realms/${realmId}/second-factor-rule`), { required: true }),
    'PUT /realms/{id}': asAdmin(async () => `/realms/${await make.realm(app)}`, { max_tasks: 7 }),
    'DELETE /realms/{id}': asAdmin(async () => `/realms/${await make.realm(app)}`),
    'DELETE /rehearsals/{id}': async () => {
      await make.site(app, { url: SANDBOX });
      const mine = await rehearsing(app);
      const { id } = await rehearse(mine);
      await app.http('POST', `/api/rehearsals/${id}/stop`, { token: mine.owner });
      return { path: `/rehearsals/${id}`, token: mine.owner };
    },
    'PUT /sites/{id}': asAdmin(async () => `/sites/${await make.site(app)}`, { name: 'Harbour' }),
    'DELETE /sites/{id}': asAdmin(async () => `/sites/${await make.site(app)}`),
    'PATCH /sites/{id}/config': asAdmin(async () => `/sites/${await make.site(app)}/config`, {
      login_type: 'form',
    }),
    'PUT /sites/{id}/map': asAdmin(async () => `/sites/${await make.site(app)}/map`, map),
    'DELETE /sites/{id}/map': withMap,
    'PUT /sites/{id}/prices': asAdmin(async () => `/sites/${await make.site(app)}/prices`, prices),
    'PUT /events/{id}/prices': asAdmin(
      async () => `/events/${await make.event(app, await make.site(app))}/prices`,
      prices,
    ),
    'PATCH /tasks/{id}': at('tasks', task, { name: 'Two seats' }),
    'DELETE /tasks/{id}': at('tasks', task),
    'PUT /templates/{id}': at('templates', template, { name: 'Two seats each' }),
    'DELETE /templates/{id}': at('templates', template),
    'PUT /tickets/{id}': at('tickets', ticket, { ticket_reference: 'HB-204417' }),
    'DELETE /tickets/{id}': at('tickets', ticket),
    'PUT /users/{id}': asAdmin(async () => `/users/${(await somebody()).id}`, { name: 'Robin' }),
    'PUT /users/{id}/duties': asAdmin(async () => `/users/${(await somebody()).id}/duties`, {
      duties: ['pay'],
    }),
    'DELETE /users/{id}': asAdmin(async () => `/users/${(await somebody()).id}`),
    'DELETE /users/{id}/second-factor': asAdmin(async () => {
      const { id, token } = await somebody();
      await enableTwoFactor(app, token);
      return `/users/${id}/second-factor`;
    }),
    'DELETE /users/{id}/sessions': asAdmin(async () => `/users/${(await somebody()).id}/sessions`),
    'DELETE /service-tokens/{id}': async () => {
      const made = await make.serviceToken(app, { token }, { realm_ids: [await make.realm(app)] });
      return { path: `/service-tokens/${made.id}` };
    },
    'DELETE /view-as': async () => {
      const own = await make.user(app, 'admin', null);
      const body = { user_id: (await somebody()).id, reason: 'Ticket 4711' };
      await app.http('POST', '/api/view-as', { token: own.token, body });
      return { path: '/view-as', token: own.token };
    },
    'DELETE /worker-tokens/{id}': asAdmin(async () => {
      const body = { name: 'Harbour', realm_ids: [await make.realm(app)] };
      const made = await app.http<{ id: number }>('POST', '/api/worker-tokens', { token, body });
      return `/worker-tokens/${made.body.id}`;
    }),
  };
}

it('records every change and removal, but what belongs to one account or one module alone', async () => {
  const wrong: Record<string, string> = {};
  const calls = changes();
  const names = operationsOf(await readDocument(app))
    .filter(({ method }) => ['put', 'patch', 'delete'].includes(method))
    .map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`)
    .filter((name) => ![...personal, ...unfinished, ...ofModules].includes(name));
  for (const name of names) {
    const call = calls[name];
    if (!call) {
      wrong[name] = 'is in no list of this test';
      continue;
    }
    const { path, ...asked } = await call();
    const before = await dump(app);
    const { status, body } = await app.http<object | null>(name.split(' ')[0] ?? '', `/api${path}`, {
      token,
      ...asked,
    } satisfies Asked);
    const changed = changedTables(before, await dump(app));
    if (status < 200 || status > 299) wrong[name] = `${status} ${JSON.stringify(body)}`;
    else if (!changed.some((table) => records.test(table))) wrong[name] = `only ${changed.join()}`;
  }
  expect(wrong).toEqual({});
});
