import { startApp, type TestApp } from '../../../test/app';
import { admin, PASSWORD, realm, signIn, user } from '../../../test/factories';
import { enableTwoFactor } from '../../../test/two-factor';
import { until } from '../../../test/work';
import type { AuditDto } from './audit.dto';

describe('the audit log of access', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp();
    token = (await admin(app)).token;
  });
  afterAll(() => app.close());

  const entries = async (query: string) =>
    (await app.http<AuditDto[]>('GET', `/api/audit?${query}`, { token })).body;

  it('contains sign-ins and sign-outs', async () => {
    const person = await user(app, 'realm_owner', await realm(app));
    await app.http('POST', '/api/auth/logout', { token: person.token });
    const found = await entries(`entity=user&entity_id=${person.id}`);
    expect(found.map(({ action }) => action)).toEqual(['session.sign_out', 'session.sign_in']);
    for (const entry of found)
      expect(entry).toMatchObject({
        actor_id: person.id,
        address: '127.0.0.1',
        entity_name: person.email,
        before: null,
        after: null,
      });
  });

  it('contains the creation of the first administrator, like that of any user', async () => {
    const created = await entries('action=user.create&actor_kind=system');
    expect(created).toMatchObject([{ entity: 'user', after: { role: 'admin' } }]);
  });

  it('contains the end of one of the own sessions, with its id', async () => {
    const person = await user(app, 'realm_user', await realm(app));
    const other = await signIn(app, person.email);
    const { body: sessions } = await app.http<{ id: string; current: boolean }[]>('GET', '/api/me/sessions', {
      token: other.token,
    });
    const { id } = sessions.find(({ current }) => !current)!;
    const path = `/api/me/sessions/${id}`;
    expect((await app.http('DELETE', path, { token: other.token })).status).toBe(204);
    expect((await app.http('DELETE', path, { token: other.token })).status).toBe(404);
    expect(await entries(`entity=user&entity_id=${person.id}&action=session.end`)).toEqual([
      expect.objectContaining({ actor_id: person.id, after: { session_id: id } }),
    ]);
  });

  it('contains failed sign-ins by reason: password, code, recovery code, disabled account', async () => {
    const person = await user(app, 'realm_user', await realm(app));
    await enableTwoFactor(app, person.token);
    const attempt = async (password: string, code?: string) => {
      const body = { email: person.email, password, code };
      expect((await app.http('POST', '/api/auth/login', { body })).status).toBe(401);
    };
    await attempt('not the right one');
    await attempt(PASSWORD, '000000');
    await attempt(PASSWORD, 'aaaaa-aaaaa');
    await app.db.query(`UPDATE users SET status = 'disabled' WHERE id = $1`, [person.id]);
    await attempt(PASSWORD);
    const failures = 'session.sign_in_failed,session.second_factor_failed,session.disabled_account_refused';
    const found = await entries(`entity=user&entity_id=${person.id}&action=${failures}&sort=at`);
    expect(found.map(({ action }) => action)).toEqual([
      'session.sign_in_failed',
      'session.second_factor_failed',
      'session.second_factor_failed',
      'session.disabled_account_refused',
    ]);
    expect(found[0]).toMatchObject({ address: '127.0.0.1' });
  });

  it('contains each export and its user, without what was searched for', async () => {
    const person = await user(app, 'realm_owner', await realm(app));
    const csv = await app.http('GET', '/api/tasks?status=bought', {
      token: person.token,
      headers: { Accept: 'text/csv' },
    });
    expect(csv.status).toBe(200);
    expect(await entries(`action=list.export&who=${person.email}`)).toEqual([
      expect.objectContaining({ actor_id: person.id, after: { method: 'GET', path: '/api/tasks' } }),
    ]);
  });

  it('contains a repeated rejection once, and no anonymous requests', async () => {
    const person = await user(app, 'realm_user', await realm(app));
    for (let time = 0; time < 3; time += 1)
      expect((await app.http('GET', '/api/audit', { token: person.token })).status).toBe(403);
    expect((await app.http('GET', '/api/audit')).status).toBe(401);
    const rejections = () => entries('action=request.refused');
    await until(async () => (await rejections()).length > 0, 'the refusal is on record');
    expect(await rejections()).toEqual([
      expect.objectContaining({ actor_id: person.id, after: { method: 'GET', path: '/api/audit' } }),
    ]);
  });
});
