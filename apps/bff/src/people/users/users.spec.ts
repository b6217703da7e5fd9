import { ADMIN, startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { until } from '../../../test/work';
import type { ListedUserDto, UserDto } from './users.dto';

type ApiError = { code: string; message: string; details?: { field: string }[] };
const password = 'three-lanterns-by-the-quay';

describe('/api/users', () => {
  let app: TestApp;
  let admin: make.Signed;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  /** One enabled administrator, whatever a test has done to them. */
  beforeEach(async () => {
    await app.db.query(`DELETE FROM users WHERE role = 'admin' AND email <> $1`, [ADMIN.email]);
    await app.db.query(`UPDATE users SET role = 'admin', status = 'active' WHERE email = $1`, [ADMIN.email]);
    admin = await make.admin(app);
  });

  const call = <T>(method: string, path: string, body?: unknown, token = admin.token) =>
    app.http<T>(method, `/api/users${path}`, { token, body });

  it('creates an account that can sign in, and returns no password', async () => {
    const realm_id = await make.realm(app, { name: 'Quayside Desk' });
    const { status, body } = await call<UserDto>('POST', '', {
      email: 'Ann@Quayside.example',
      password,
      role: 'realm_owner',
      realm_id,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      email: 'ann@quayside.example',
      role: 'realm_owner',
      realm_id,
      realm_name: 'Quayside Desk',
      status: 'active',
    });
    expect(body.permissions).toEqual(['read:own', 'write:own']);
    expect(JSON.stringify(body)).not.toMatch(/password|argon/);
    expect((await make.signIn(app, 'ANN@quayside.example', password)).id).toBe(body.id);
  });

  it('rejects a taken e-mail in any case', async () => {
    const { status, body } = await call<ApiError>('POST', '', { email: ADMIN.email.toUpperCase(), password });
    expect([status, body.code]).toEqual([409, 'CONFLICT']);
  });

  it.each([
    ['email', { email: 'nobody', password }],
    ['password', { email: 'a@b.example', password: 'short' }],
    ['password', { email: 'a@b.example', password: 'password1234' }],
    ['role', { email: 'a@b.example', password, role: 'root' }],
    ['realm_id', { email: 'a@b.example', password, realm_id: 999_999 }],
    ['permissions', { email: 'a@b.example', password, permissions: ['admin:all'] }],
  ])('refuses a bad %s and names the field', async (field, input) => {
    const { status, body } = await call<ApiError>('POST', '', input);
    expect([status, body.details?.[0]?.field]).toEqual([400, field]);
  });

  it('shows owners only the users of their realm, and a realm_user none', async () => {
    const [mine, other] = [await make.realm(app), await make.realm(app)];
    const owner = await make.user(app, 'realm_owner', mine);
    const member = await make.user(app, 'realm_user', mine);
    const stranger = await make.user(app, 'realm_user', other);
    const { body } = await call<UserDto[]>('GET', '', undefined, owner.token);
    expect(body.map(({ id }) => id).sort()).toEqual([owner.id, member.id].sort());
    expect((await call('GET', `/${stranger.id}`, undefined, owner.token)).status).toBe(404);
    expect((await call('GET', '', undefined, member.token)).status).toBe(403);
    expect((await call('PUT', `/${member.id}`, { role: 'admin' }, owner.token)).status).toBe(403);
    expect((await call('DELETE', `/${member.id}`, undefined, owner.token)).status).toBe(403);
  });

  it('ends the sessions of a user whose role changes, who is disabled, or whose password is set', async () => {
    const realm = await make.realm(app);
    const changes: [string, string, unknown][] = [
      ['PUT', '', { role: 'realm_owner' }],
      ['PUT', '', { status: 'disabled' }],
      ['POST', '/password', { password }],
    ];
    for (const [method, path, body] of changes) {
      const user = await make.user(app, 'realm_user', realm);
      expect((await app.http('GET', '/api/sites', { token: user.token })).status).toBe(200);
      expect((await call(method, `/${user.id}${path}`, body)).status).toBeLessThan(300);
      await until(
        async () => (await app.http('GET', '/api/sites', { token: user.token })).status === 401,
        'access ends',
      );
    }
  });

  it('shows administrators a user’s live sessions, and ends all of them', async () => {
    const user = await make.user(app, 'realm_owner', await make.realm(app));
    const { body } = await call<{ id: string; current: boolean }[]>('GET', `/${user.id}/sessions`);
    expect(body).toEqual([expect.objectContaining({ current: false, address: '127.0.0.1' })]);
    expect(JSON.stringify(body)).not.toContain(user.refreshToken.split('.')[1]);
    const counted = async (token?: string) =>
      (await call<ListedUserDto[]>('GET', `?q=${user.email}`, undefined, token)).body[0];
    expect((await counted())?.session_count).toBe(1);
    expect(await counted(user.token)).not.toHaveProperty('session_count');
    expect((await call('GET', `/${user.id}/sessions`, undefined, user.token)).status).toBe(403);
    expect((await call('DELETE', `/${user.id}/sessions`)).status).toBe(204);
    expect((await call('GET', `/${user.id}/sessions`)).body).toEqual([]);
    await until(
      async () => (await app.http('GET', '/api/me', { token: user.token })).status === 401,
      'access ends',
    );
    const refreshed = await app.http('POST', '/api/auth/refresh', { token: user.refreshToken });
    expect(refreshed.status).toBe(401);
    expect((await call('GET', '/999999/sessions')).status).toBe(404);
  });

  it('signs in with the new password only, once it is set', async () => {
    const user = await make.user(app, 'realm_user', await make.realm(app));
    expect((await call('POST', `/${user.id}/password`, { password })).status).toBe(204);
    await expect(make.signIn(app, user.email)).rejects.toThrow();
    expect((await make.signIn(app, user.email, password)).id).toBe(user.id);
  });

  it('gives a waiting user a realm without ending their sessions', async () => {
    const waiting = await make.user(app, 'realm_user', null);
    const realm_id = await make.realm(app);
    expect((await call<UserDto>('PUT', `/${waiting.id}`, { realm_id })).body.realm_id).toBe(realm_id);
    expect((await app.http('GET', '/api/logins', { token: waiting.token })).status).toBe(200);
  });

  it('keeps the last enabled administrator', async () => {
    const changes: [string, unknown][] = [
      ['PUT', { role: 'realm_user' }],
      ['PUT', { status: 'disabled' }],
      ['DELETE', undefined],
    ];
    for (const [method, body] of changes) {
      const response = await call<ApiError>(method, `/${admin.id}`, body);
      expect([response.status, response.body.code]).toEqual([409, 'LAST_ADMIN']);
    }
  });

  it('keeps one of two administrators who demote each other in parallel', async () => {
    const second = await make.user(app, 'admin', null);
    const responses = await Promise.all([
      call('PUT', `/${second.id}`, { role: 'realm_user' }, admin.token),
      call('PUT', `/${admin.id}`, { role: 'realm_user' }, second.token),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await app.db.query(`SELECT FROM users WHERE role = 'admin' AND status = 'active'`);
    expect(rows).toHaveLength(1);
  });

  it('lets users neither delete nor disable themselves', async () => {
    await make.user(app, 'admin', null);
    expect((await call('DELETE', `/${admin.id}`)).status).toBe(409);
    expect((await call('PUT', `/${admin.id}`, { status: 'disabled' })).status).toBe(409);
  });

  it('deletes an account with its sessions, and keeps its entries in the audit log', async () => {
    const user = await make.user(app, 'realm_user', await make.realm(app));
    expect((await call('DELETE', `/${user.id}`)).status).toBe(204);
    expect((await call('GET', `/${user.id}`)).status).toBe(404);
    const { rows } = await app.db.query(
      `SELECT before FROM audit WHERE action = 'user.delete' AND entity_id = $1`,
      [String(user.id)],
    );
    expect(rows).toMatchObject([{ before: { email: user.email } }]);
  });

  it('deletes an account that created jobs and tasks, without writing each task', async () => {
    const realm = await make.realm(app);
    const user = await make.user(app, 'realm_owner', realm);
    const site = await make.site(app);
    const event = await make.event(app, site);
    const login = await make.login(app, realm, site);
    const job = await make.job(app, realm, site, event, { created_by: user.id });
    await make.task(app, realm, site, event, login, { created_by: user.id, job_id: job });
    const read = async () => {
      const { rows } = await app.db.query<{ written: string; job_by: number | null }>(
        `SELECT t.xmin::text AS written, j.created_by AS job_by FROM tasks t JOIN jobs j ON j.id = t.job_id
         WHERE j.id = $1`,
        [job],
      );
      return rows;
    };
    const [before] = await read();
    expect((await call('DELETE', `/${user.id}`)).status).toBe(204);
    expect(await read()).toEqual([{ ...before, job_by: null }]);
    const shown = await app.http<{ created_by_name: string | null }>('GET', `/api/jobs/${job}`, {
      token: admin.token,
    });
    expect([shown.status, shown.body.created_by_name]).toEqual([200, null]);
  });
});
