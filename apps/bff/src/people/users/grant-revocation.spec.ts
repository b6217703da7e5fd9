import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { until } from '../../../test/work';
import type { UserChange } from './users.dto';

const password = 'three-lanterns-by-the-quay';

/** Grants are revoked once their creator may no longer create them. */
describe('an account that loses its rights', () => {
  let app: TestApp;
  let root: make.Signed;
  let realm: number;

  beforeAll(async () => {
    app = await startApp();
    root = await make.admin(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    realm = await make.realm(app);
  });

  const call = <T>(method: string, path: string, token: string, body?: unknown) =>
    app.http<T>(method, `/api${path}`, { token, body });
  const invite = async (creator: make.Signed, body: object) => {
    const created = await call<{ id: number; token: string }>('POST', '/invitations', creator.token, body);
    expect(created.status).toBe(201);
    return created.body;
  };
  const register = (invitation_token: string) =>
    app.http('POST', '/api/auth/register', {
      body: { email: `guest-${process.hrtime.bigint()}@quayside.example`, password, invitation_token },
    });
  const change = async (user: make.Signed, body: UserChange) =>
    expect((await call('PUT', `/users/${user.id}`, root.token, body)).status).toBe(200);
  const remove = async (user: make.Signed) =>
    expect((await call('DELETE', `/users/${user.id}`, root.token)).status).toBe(204);

  const losses: [string, (user: make.Signed) => Promise<void>][] = [
    ['disabled', (user) => change(user, { status: 'disabled' })],
    ['demoted', (user) => change(user, { role: 'realm_user' })],
    ['deleted', remove],
  ];

  it.each(losses)('revokes the invitations of an administrator who is %s', async (_, lose) => {
    const admin = await make.user(app, 'admin', null);
    const pending = await invite(admin, { role: 'admin' });
    const used = await invite(admin, { role: 'admin' });
    expect((await register(used.token)).status).toBe(201);
    await lose(admin);
    const shown = await call<{ status: string }>('GET', `/invitations/${pending.id}`, root.token);
    expect(shown.body.status).toBe('revoked');
    expect((await register(pending.token)).status).toBe(400);
    const { rows } = await app.db.query(
      `SELECT actor_id FROM audit WHERE action = 'invitation.revoke' AND entity_id = ANY ($1)`,
      [[pending, used].map(({ id }) => String(id))],
    );
    expect(rows).toEqual([{ actor_id: root.id }]);
  });

  it.each([
    ...losses,
    [
      'moved to another realm',
      async (user: make.Signed) => change(user, { realm_id: await make.realm(app) }),
    ] as const,
  ])('revokes the invitations of an owner who is %s', async (_, lose) => {
    const owner = await make.user(app, 'realm_owner', realm);
    const pending = await invite(owner, { role: 'realm_owner' });
    await lose(owner);
    expect((await register(pending.token)).status).toBe(400);
  });

  it('keeps the invitations that the new role may still create', async () => {
    const admin = await make.user(app, 'admin', realm);
    const invitation = await invite(admin, { role: 'realm_user', realm_id: realm });
    const foreign = await invite(admin, { role: 'realm_user', realm_id: await make.realm(app) });
    await change(admin, { role: 'realm_owner' });
    expect((await register(invitation.token)).status).toBe(201);
    expect((await register(foreign.token)).status).toBe(400);
  });

  it('rejects an invitation whose creator lost the right by a change that revoked nothing', async () => {
    const owner = await make.user(app, 'realm_owner', realm);
    const pending = await invite(owner, {});
    await app.db.query(`UPDATE users SET status = 'disabled' WHERE id = $1`, [owner.id]);
    expect((await register(pending.token)).status).toBe(400);
  });

  it('rejects invitations of a suspended realm until it is active again', async () => {
    const owner = await make.user(app, 'realm_owner', realm);
    const pending = await invite(owner, {});
    await app.db.query(`UPDATE realms SET status = 'suspended' WHERE id = $1`, [realm]);
    expect((await register(pending.token)).status).toBe(400);
    await app.db.query(`UPDATE realms SET status = 'active' WHERE id = $1`, [realm]);
    expect((await register(pending.token)).status).toBe(201);
  });

  it.each(losses)(
    'revokes the worker tokens of an administrator who is %s, and notifies the others',
    async (_, lose) => {
      const admin = await make.user(app, 'admin', null);
      const created = await call<{ id: number; token: string }>('POST', '/worker-tokens', admin.token, {
        name: 'Harbour',
      });
      const others = await make.workerToken(app);
      const lease = async (token: string) =>
        (await call('POST', '/worker/v1/lease', token, { worker: 'w', capacity: 1, wait_s: 0 })).status;
      expect(await lease(created.body.token)).toBe(200);
      await lose(admin);
      const shown = await call<{ revoked_at: string | null }>(
        'GET',
        `/worker-tokens/${created.body.id}`,
        root.token,
      );
      expect(shown.body.revoked_at).not.toBeNull();
      await until(async () => (await lease(created.body.token)) === 401, 'the token is refused');
      expect(await lease(others)).toBe(200);
      const { rows } = await app.db.query(
        `SELECT body FROM notifications WHERE user_id = $1 AND topic = 'security' ORDER BY id DESC LIMIT 1`,
        [root.id],
      );
      expect(rows).toMatchObject([{ body: expect.stringContaining('Harbour') as string }]);
    },
  );

  it('stops sharing the saved views of a user who moves to another realm', async () => {
    const owner = await make.user(app, 'realm_owner', realm);
    const view = { page: 'tasks', name: 'Failed', query: { q: 'harbour' }, shared: true };
    expect((await call('POST', '/saved-views', owner.token, view)).status).toBe(201);
    const other = await make.realm(app);
    const stranger = await make.user(app, 'realm_owner', other);
    await change(owner, { realm_id: other });
    expect((await call('GET', '/saved-views', stranger.token)).body).toEqual([]);
  });

  it('aborts the bulk operations of a user who is disabled', async () => {
    const owner = await make.user(app, 'realm_owner', realm);
    const operation = { realm_id: realm, user_id: owner.id, who: owner.email, command: 'stop', total: 1 };
    const id = await make.insert(app, 'bulk_operations', operation);
    await change(owner, { status: 'disabled' });
    const shown = await call<{ state: string }>('GET', `/tasks/bulk/${id}`, root.token);
    expect(shown.body.state).toBe('aborted');
  });
});
