import type { Duty } from '@tessera/domain';
import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { openStream } from '../../../test/stream';
import { holdSeats, leaseOne, newTask, sweep, until, type Work, work } from '../../../test/work';
import type { ServiceTokenDto } from './service-tokens.dto';

type Failure = { code: string; reason?: string; details?: { field: string; code: string }[] };

let app: TestApp;
let admin: make.Signed;
let mine: Work;
beforeAll(async () => {
  app = await startApp();
  admin = await make.admin(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  mine = await work(app);
});

const call = <T = Failure>(
  token: string,
  method: string,
  path: string,
  { body, headers }: { body?: object; headers?: Record<string, string> } = {},
) => app.http<T>(method, `/api${path}`, { token, body, headers });
const tokenOf = (duties: Duty[] = [], fields: { name?: string; expires_in_days?: number } = {}) =>
  make.serviceToken(app, { token: mine.owner }, { duties, ...fields });
const inRealm = (realmId: number) => ({ headers: { 'Tessera-Realm': String(realmId) } });
const statusOf = async (token: string, path = '/tasks') => (await call(token, 'GET', path)).status;
const revoke = (id: number, token = mine.owner) => call(token, 'DELETE', `/service-tokens/${id}`);

describe('a service token', () => {
  it('reads as a person of its realm, and does what its duties allow', async () => {
    const task = await newTask(mine);
    const stranger = await newTask(await work(app));
    const reader = await tokenOf();
    expect((await call<{ id: number }[]>(reader.token, 'GET', '/tasks')).body.map(({ id }) => id)).toEqual([
      task.id,
    ]);
    expect(await statusOf(reader.token, `/tasks/${stranger.id}`)).toBe(404);
    expect((await call(reader.token, 'POST', `/tasks/${task.id}/stop`)).status).toBe(403);
    const launcher = await tokenOf(['launch']);
    expect((await call(launcher.token, 'POST', `/tasks/${task.id}/stop`)).status).toBe(200);
  });

  it('is shown once, and stored as a hash', async () => {
    const { id, token } = await tokenOf(['finance']);
    const { body } = await call<ServiceTokenDto>(mine.owner, 'GET', `/service-tokens/${id}`);
    expect(body).toMatchObject({ realm_ids: [mine.realmId], duties: ['finance'], status: 'active' });
    expect(JSON.stringify(body)).not.toContain(token);
    const { rows } = await app.db.query<{ row: string }>(
      'SELECT k::text AS row FROM service_tokens k WHERE id = $1',
      [id],
    );
    expect(rows[0]!.row).not.toContain(token.slice(3));
  });

  it('is audited as itself, and named by what it creates', async () => {
    const { token } = await tokenOf(['launch'], { name: 'Nightly launch' });
    const created = await call<{ id: number }>(token, 'POST', '/tasks', {
      body: { login_id: mine.logins[0], event_id: mine.eventId },
    });
    expect(created.status).toBe(201);
    await call(token, 'POST', `/tasks/${created.body.id}/start`);
    await call(token, 'DELETE', `/tasks/${created.body.id}`);
    const { rows } = await app.db.query(
      `SELECT DISTINCT who, session_id FROM audit WHERE realm_id = $1 AND action LIKE 'task.%' UNION
       SELECT DISTINCT who, NULL::uuid FROM task_events WHERE task_id = $2 AND actor_kind = 'user'`,
      [mine.realmId, created.body.id],
    );
    expect(rows).toEqual([{ who: 'service token Nightly launch', session_id: null }]);
    const { rows: names } = await app.db.query(
      'SELECT u.name FROM tasks t JOIN users u ON u.id = t.created_by WHERE t.id = $1',
      [created.body.id],
    );
    expect(names).toEqual([{ name: 'service token Nightly launch' }]);
  });

  it('repeats a request with an Idempotency-Key once', async () => {
    const { token } = await tokenOf(['launch']);
    const send = () =>
      call<{ id: number }>(token, 'POST', '/tasks', {
        body: { login_id: mine.logins[0], event_id: mine.eventId },
        headers: { 'Idempotency-Key': 'once' },
      });
    const [first, second] = [await send(), await send()];
    expect(second.body.id).toBe(first.body.id);
  });

  it('never makes tokens, invites, changes people, is a person, or reaches secrets', async () => {
    const { id, token } = await tokenOf(['pay', 'launch', 'finance', 'audit']);
    const person = await make.user(app, 'realm_user', mine.realmId);
    for (const [method, path] of [
      ['POST', '/service-tokens'],
      ['GET', '/service-tokens'],
      ['DELETE', `/service-tokens/${id}`],
      ['POST', '/invitations'],
      ['PUT', `/users/${person.id}/duties`],
      ['GET', '/me'],
      ['POST', '/auth/logout'],
      ['GET', `/logins/${mine.logins[0]}`],
      ['POST', '/pay-queue/1/secret'],
      ['POST', '/calendar/feed'],
      ['POST', '/notifications/subscribe'],
    ] as const) {
      const { status } = await call(token, method, path, method === 'GET' ? {} : { body: {} });
      expect({ path, status }).toEqual({ path, status: 403 });
    }
    expect((await call(token, 'POST', '/worker/v1/lease', { body: {} })).status).toBe(401);
  });

  it('is rejected without a query when its checksum is wrong', async () => {
    const { token } = await tokenOf();
    await call(token, 'GET', '/tasks');
    const wrong = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    expect((await call(wrong, 'GET', '/tasks')).status).toBe(401);
  });

  it('records its last use at most once a minute', async () => {
    const { id, token } = await tokenOf();
    const used = async () => (await call<ServiceTokenDto>(mine.owner, 'GET', `/service-tokens/${id}`)).body;
    expect(await used()).toMatchObject({ last_used_at: null, last_used_address: null });
    await call(token, 'GET', '/tasks');
    const first = await used();
    expect(first).toMatchObject({
      last_used_at: expect.any(String) as string,
      last_used_address: '127.0.0.1',
    });
    await call(token, 'GET', '/tasks');
    expect((await used()).last_used_at).toBe(first.last_used_at);
    await app.db.query("UPDATE service_tokens SET last_used_at = now() - interval '61 s' WHERE id = $1", [
      id,
    ]);
    await call(token, 'GET', '/tasks');
    expect((await used()).last_used_at).not.toBe(first.last_used_at);
  });

  it('is no person: in no list of users, and nobody signs in or is counted', async () => {
    const before = await call<object[]>(mine.owner, 'GET', '/users');
    const { id } = await tokenOf(['launch']);
    expect((await call<object[]>(mine.owner, 'GET', '/users')).body).toHaveLength(before.body.length);
    const { rows } = await app.db.query<{ id: number; email: string }>(
      'SELECT id, email FROM users WHERE service_token_id = $1',
      [id],
    );
    const account = rows[0]!;
    for (const [method, path] of [
      ['GET', `/users/${account.id}`],
      ['PUT', `/users/${account.id}`],
      ['DELETE', `/users/${account.id}`],
      ['PUT', `/users/${account.id}/duties`],
      ['POST', `/users/${account.id}/password-reset`],
    ] as const) {
      const body = path.endsWith('duties') ? { duties: [] } : { status: 'active' };
      const asked = method === 'PUT' ? { body } : method === 'POST' ? { body: {} } : {};
      const { status } = await call(admin.token, method, path, asked);
      expect({ method, path, status }).toEqual({ method, path, status: 404 });
    }
    const signIn = await app.http('POST', '/api/auth/login', {
      body: { email: account.email, password: make.PASSWORD },
    });
    expect(signIn.status).toBe(401);
    const realm = await call<{ user_count: number }>(admin.token, 'GET', `/realms/${mine.realmId}`);
    expect(realm.body.user_count).toBe(before.body.length);
  });
});

describe('payments that a service token recorded', () => {
  const record = async (token: string, seat: number) => {
    await newTask(mine);
    const ticket_ids = await holdSeats(mine, (await leaseOne(mine)).lease_id, [seat]);
    const { body } = await call<{ confirmed: { id: number }[] }>(token, 'POST', '/carted-tickets/confirm', {
      body: { ticket_ids },
    });
    return body.confirmed.map(({ id }) => id);
  };
  const reverse = (token: string, ticket_ids: number[]) =>
    call(token, 'POST', '/purchases/reverse', { body: { ticket_ids, reason: 'It was not paid' } });

  it('are reversed by it, and by no other without write:own', async () => {
    const [recorder, other] = [await tokenOf(['pay']), await tokenOf(['pay'])];
    const tickets = await record(recorder.token, 1);
    expect(tickets).toHaveLength(1);
    expect((await reverse(other.token, tickets)).status).toBe(403);
    expect((await reverse(recorder.token, tickets)).status).toBe(200);
  });

  it('are reversed by somebody else where the realm keeps that apart', async () => {
    await app.db.query('UPDATE realms SET separate_reversal = true WHERE id = $1', [mine.realmId]);
    const { token } = await tokenOf(['pay']);
    const tickets = await record(token, 2);
    for (const own of [token, mine.owner, (await tokenOf(['pay'])).token]) {
      const refused = await reverse(own, tickets);
      expect({ status: refused.status, reason: refused.body.reason }).toEqual({
        status: 403,
        reason: 'OWN_PAYMENT',
      });
    }
    const { token: owner } = await make.user(app, 'realm_owner', mine.realmId);
    expect((await reverse(owner, tickets)).status).toBe(200);
  });
});

describe('creating a service token', () => {
  const create = (token: string, body: object) => call(token, 'POST', '/service-tokens', { body });

  it('is for owners and administrators, with an end within a year', async () => {
    const person = await make.user(app, 'realm_user', mine.realmId);
    const valid = { name: 'Export', expires_in_days: 30 };
    expect((await create(person.token, valid)).status).toBe(403);
    for (const expires_in_days of [0, 366, undefined])
      expect((await create(mine.owner, { ...valid, expires_in_days })).status).toBe(400);
    expect((await create(mine.owner, { ...valid, realm_ids: [mine.realmId] })).status).toBe(201);
  });

  it('names realms: an owner their own alone, an administrator at least one', async () => {
    const valid = { name: 'Export', expires_in_days: 30 };
    const other = await work(app);
    expect((await create(mine.owner, { ...valid, realm_ids: [other.realmId] })).status).toBe(400);
    expect((await create(admin.token, valid)).status).toBe(400);
    expect((await create(admin.token, { ...valid, realm_ids: [999_999_999] })).status).toBe(400);
  });

  it('needs a recent sign-in', async () => {
    const owner = await make.user(app, 'realm_owner', mine.realmId);
    await app.db.query(
      "UPDATE sessions SET authenticated_at = now() - interval '6 minutes' WHERE user_id = $1",
      [owner.id],
    );
    const { status, body } = await create(owner.token, { name: 'Export', expires_in_days: 30 });
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'REAUTH_REQUIRED' });
  });

  it('keeps duties apart where the realm does', async () => {
    await app.db.query('UPDATE realms SET separate_approval = true WHERE id = $1', [mine.realmId]);
    const duties = ['launch', 'approve'];
    const { status } = await create(mine.owner, { name: 'Both', expires_in_days: 30, duties });
    expect(status).toBe(400);
  });

  it('stops at fifty live tokens of a realm, also at once', async () => {
    const owner = await make.user(app, 'realm_owner', mine.realmId);
    for (let made = 0; made < 48; made += 1) await tokenOf();
    const statuses = await Promise.all(
      Array.from({ length: 5 }, () => create(owner.token, { name: 'More', expires_in_days: 1 })),
    );
    expect(statuses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    const { body } = await call<ServiceTokenDto[]>(mine.owner, 'GET', '/service-tokens?page_size=1&page=1');
    await revoke(body[0]!.id);
    expect((await create(owner.token, { name: 'More', expires_in_days: 1 })).status).toBe(201);
  });
});

describe('a service token of several realms', () => {
  it('names one for each request, and acts in no other', async () => {
    const other = await work(app);
    const tasks = [await newTask(mine), await newTask(other)];
    const { id, token } = await make.serviceToken(app, admin, { realm_ids: [mine.realmId, other.realmId] });
    const unnamed = await call(token, 'GET', '/tasks');
    expect({ status: unnamed.status, field: unnamed.body.details?.[0]?.field }).toEqual({
      status: 400,
      field: 'Tessera-Realm',
    });
    for (const [index, { realmId }] of [mine, other].entries()) {
      const { body } = await call<{ id: number }[]>(token, 'GET', '/tasks', inRealm(realmId));
      expect(body.map((task) => task.id)).toEqual([tasks[index]!.id]);
    }
    const third = await make.realm(app);
    expect((await call(token, 'GET', '/tasks', inRealm(third))).status).toBe(400);
    expect((await revoke(id)).status).toBe(404);
    expect((await call(mine.owner, 'GET', `/service-tokens/${id}`)).status).toBe(404);
  });

  it('loses a realm that is suspended or deleted, and keeps the others', async () => {
    const other = await work(app);
    const { token } = await make.serviceToken(app, admin, { realm_ids: [mine.realmId, other.realmId] });
    await app.db.query("UPDATE realms SET status = 'suspended' WHERE id = $1", [mine.realmId]);
    expect((await call(token, 'GET', '/tasks', inRealm(mine.realmId))).status).toBe(400);
    expect((await call(token, 'GET', '/tasks', inRealm(other.realmId))).status).toBe(200);
  });
});

describe('a service token ends', () => {
  const ends: [string, (id: number) => Promise<unknown>][] = [
    ['when it is revoked', (id) => revoke(id)],
    [
      'when it expires',
      (id) => app.db.query('UPDATE service_tokens SET expires_at = now() WHERE id = $1', [id]),
    ],
    [
      'when its realm is suspended',
      () => call(admin.token, 'PUT', `/realms/${mine.realmId}`, { body: { status: 'suspended' } }),
    ],
    [
      'when its realm is deleted',
      () => app.db.query('UPDATE realms SET deleted_at = now() WHERE id = $1', [mine.realmId]),
    ],
  ];

  it.each(ends)('%s, with its streams', async (_, end) => {
    const { id, token } = await tokenOf();
    expect(await statusOf(token)).toBe(200);
    const stream = await openStream(app, token);
    await stream.next(({ event }) => event === 'ready');
    await end(id);
    expect(await statusOf(token)).toBe(401);
    await stream.ended;
  });

  it.each(ends.slice(0, 2))('%s, with its bulk operations', async (_, end) => {
    const { rows: tasks } = await app.db.query<{ id: number }>(
      `INSERT INTO tasks (realm_id, site_id, event_id, login_id, name)
       SELECT $1, $2, $3, $4, 'Task ' || n FROM generate_series(1, 1000) AS n RETURNING id`,
      [mine.realmId, mine.siteId, mine.eventId, mine.logins[0]],
    );
    const { id, token } = await tokenOf(['launch']);
    const { body } = await call<{ operation: { id: number } }>(token, 'POST', '/tasks/bulk', {
      body: { command: 'start', ids: tasks.map((task) => task.id) },
    });
    await end(id);
    const operation = body.operation;
    const path = `/tasks/bulk/${operation.id}`;
    const read = async () => (await call<{ state: string; done: number }>(mine.owner, 'GET', path)).body;
    await until(async () => (await read()).state === 'aborted', 'the operation is aborted');
    expect((await read()).done).toBeLessThan(tasks.length);
    const { rows } = await app.db.query(
      "SELECT FROM audit WHERE action = 'bulk_operation.abort' AND entity_id = $1",
      [String(operation.id)],
    );
    expect(rows).toHaveLength(1);
  });

  it('not with the account of who created it', async () => {
    const owner = await make.user(app, 'realm_owner', mine.realmId);
    const { id, token } = await make.serviceToken(app, owner);
    expect((await call(admin.token, 'DELETE', `/users/${owner.id}`)).status).toBe(204);
    expect(await statusOf(token)).toBe(200);
    const { body } = await call<ServiceTokenDto>(mine.owner, 'GET', `/service-tokens/${id}`);
    expect(body).toMatchObject({ created_by: null, created_by_name: null });
  });
});

describe('the end of a service token', () => {
  const notices = async () =>
    (
      await app.db.query<{ subject: string; role: string }>(
        `SELECT n.subject, u.role FROM notifications n JOIN users u ON u.id = n.user_id
         WHERE n.kind = 'service_token_ending' AND u.realm_id = $1`,
        [mine.realmId],
      )
    ).rows;

  it('is announced once to the owners, two weeks before', async () => {
    await make.user(app, 'realm_user', mine.realmId);
    const { id } = await tokenOf([], { name: 'Nightly export' });
    await tokenOf([], { name: 'For a week', expires_in_days: 7 });
    await sweep(app);
    expect(await notices()).toEqual([]);
    await app.db.query(
      "UPDATE service_tokens SET expires_at = now() + interval '13 days', created_at = now() - interval '77 days' WHERE id = $1",
      [id],
    );
    for (let round = 0; round < 2; round += 1) await sweep(app);
    await until(async () => (await notices()).length > 0, 'the notice is there');
    expect(await notices()).toEqual([{ subject: 'Nightly export', role: 'realm_owner' }]);
  });
});
