import { startApp, type TestApp } from '../../../test/app';
import { admin, PASSWORD, realm, user } from '../../../test/factories';
import type { NotificationDto } from './notifications.dto';

type Session = { token: string; refreshToken: string };

describe('notifications about the own account (topic security)', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: '127.0.0.1/32' });
  });
  afterAll(() => app.close());

  const notificationsOf = async (token: string) =>
    (await app.http<NotificationDto[]>('GET', '/api/notifications?topic=security', { token })).body;
  const titles = async (token: string) => (await notificationsOf(token)).map(({ title }) => title);
  const signInFrom = async (email: string, device: string, address: string) =>
    (
      await app.http<Session>('POST', '/api/auth/login', {
        body: { email, password: PASSWORD },
        headers: { 'User-Agent': device, 'X-Forwarded-For': address },
      })
    ).body.token;

  it('report the first sign-in from a new device or address', async () => {
    const realmId = await realm(app);
    const [me, colleague] = [await user(app, 'realm_user', realmId), await user(app, 'realm_owner', realmId)];
    expect(await titles(me.token)).toEqual([]);
    await signInFrom(me.email, 'Firefox', '203.0.113.7');
    expect(await notificationsOf(me.token)).toEqual([
      expect.objectContaining({
        title: 'New sign-in to your account',
        body: expect.stringContaining('203.0.113.7') as unknown,
        kind: 'new_sign_in',
        params: { address: '203.0.113.7' },
        path: '/account',
      }),
    ]);
    await signInFrom(me.email, 'Firefox', '203.0.113.7');
    expect(await notificationsOf(me.token)).toHaveLength(1);
    await signInFrom(me.email, 'Chrome', '203.0.113.7');
    expect(await notificationsOf(me.token)).toHaveLength(2);
    const last = await signInFrom(me.email, 'Firefox', '203.0.113.8');
    expect(await notificationsOf(last)).toHaveLength(3);
    expect(await titles(colleague.token)).toEqual([]);
  });

  it('report a changed password, also when an administrator set it', async () => {
    const me = await user(app, 'realm_user', await realm(app));
    const next = 'another-lantern-over-water-9';
    const changed = await app.http<Session>('POST', '/api/me/password', {
      token: me.token,
      body: { current_password: PASSWORD, new_password: next },
    });
    expect(await titles(changed.body.token)).toEqual(['Your password was changed']);
    const boss = await admin(app);
    await app.http('POST', `/api/users/${me.id}/password`, {
      token: boss.token,
      body: { password: PASSWORD },
    });
    const again = await app.http<Session>('POST', '/api/auth/login', {
      body: { email: me.email, password: PASSWORD },
    });
    expect(await titles(again.body.token)).toContain('An administrator set your password');
  });

  it('report a reused refresh token, and sessions that an administrator ended', async () => {
    const me = await user(app, 'realm_user', await realm(app));
    const refresh = (token: string) => app.http<Session>('POST', '/api/auth/refresh', { token });
    const second = await refresh(me.refreshToken);
    await refresh(second.body.refreshToken);
    expect((await refresh(me.refreshToken)).status).toBe(401);
    const boss = await admin(app);
    await app.http('DELETE', `/api/users/${me.id}/sessions`, { token: boss.token });
    const { body } = await app.http<Session>('POST', '/api/auth/login', {
      body: { email: me.email, password: PASSWORD },
    });
    expect(await titles(body.token)).toEqual([
      'An administrator ended your sessions',
      'One of your sessions was ended',
    ]);
  });
});
