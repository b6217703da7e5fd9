import { startApp, type TestApp } from '../../../test/app';
import { Authenticator, type CredentialOptions } from '../../../test/authenticator';
import { dump } from '../../../test/dump';
import { admin, realm, type Signed, user } from '../../../test/factories';
import { ORIGIN, type PasskeyAnswer, passkeyCalls } from '../../../test/passkeys';
import { enableTwoFactor } from '../../../test/two-factor';
import type { NotificationDto } from '../../messages/index';

let app: TestApp;
let calls: ReturnType<typeof passkeyCalls>;
beforeAll(async () => {
  app = await startApp({ PUBLIC_URL: ORIGIN, LOGIN_ATTEMPTS: '8' });
  calls = passkeyCalls(app);
});
afterAll(() => app.close());

const list = async ({ token }: Signed) =>
  (await app.http<PasskeyAnswer[]>('GET', '/api/me/passkeys', { token })).body;
const remove = ({ token }: Signed, id: number) => app.http('DELETE', `/api/me/passkeys/${id}`, { token });
const titles = async ({ token }: Signed) =>
  (await app.http<NotificationDto[]>('GET', '/api/notifications?topic=security', { token })).body.map(
    ({ title }) => title,
  );

describe('adding a passkey', () => {
  it('gives recovery codes with the first, is audited, notifies the user, and ends no session', async () => {
    const device = new Authenticator(ORIGIN);
    const me = await user(app, 'realm_user', await realm(app));
    const first = await calls.add(me, device);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ name: 'Phone', backed_up: false, usable: true, last_used_at: null });
    expect(new Set(first.body.recovery_codes).size).toBe(10);
    const second = await calls.add(me, new Authenticator(ORIGIN), 'Key');
    expect([second.status, second.body.recovery_codes]).toEqual([201, null]);
    expect((await list(me)).map(({ name }) => name)).toEqual(['Phone', 'Key']);
    expect(await calls.audited(me.id)).toEqual(
      expect.arrayContaining(['user.passkey_added', 'user.passkey_added']),
    );
    expect(await titles(me)).toContain('A passkey was added');
    expect((await app.http('GET', '/api/me', { token: me.token })).status).toBe(200);
  });

  it('keeps the recovery codes of an app', async () => {
    const me = await user(app, 'realm_user', null);
    const [code] = await enableTwoFactor(app, me.token);
    expect((await calls.add(me, new Authenticator(ORIGIN))).body.recovery_codes).toBeNull();
    expect((await calls.login(me.email, { code })).status).toBe(200);
  });

  it('asks for user verification, a key that is found without a name, and none of those on the device', async () => {
    const me = await calls.holder();
    const asked = await calls.options('/me/passkeys/options', me.token);
    expect(asked).toMatchObject({
      rp: { id: 'console.quayside.example' },
      user: { name: me.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ transports: ['internal'] }],
    });
  });

  it('needs a recent sign-in, as removing one does', async () => {
    const me = await calls.holder();
    await calls.makeOld(me);
    for (const response of [
      await calls.post('/me/passkeys/options', undefined, me.token),
      await calls.post('/me/passkeys', { name: 'Key', attestation: {} }, me.token),
      await remove(me, me.passkey.id),
    ])
      expect(response).toMatchObject({
        status: 401,
        body: { code: 'REAUTH_REQUIRED', context: { second_factor: true, passkey: true } },
      });
  });

  it.each<[string, object]>([
    ['another origin', { origin: 'https://console.quayside.example.evil.example' }],
    ['another domain', { domain: 'evil.example' }],
    ['no user verification', { isVerified: false }],
    ['a frame of another page', { crossOrigin: true }],
  ])('refuses %s', async (_, faults) => {
    const me = await user(app, 'realm_user', null);
    const { status, body } = await calls.add(me, new Authenticator(ORIGIN), 'Phone', faults);
    expect([status, body.details?.[0]?.field]).toEqual([400, 'attestation']);
    expect(await list(me)).toEqual([]);
  });

  it('refuses a challenge that was used, has expired, or is for something or somebody else', async () => {
    const [me, other] = [await calls.holder(), await calls.holder()];
    const device = new Authenticator(ORIGIN);
    const send = (asked: CredentialOptions, token = me.token) =>
      calls.post('/me/passkeys', { name: 'Key', attestation: device.create(asked) }, token);
    const used = await calls.options('/me/passkeys/options', me.token);
    expect((await send(used)).status).toBe(201);
    expect((await send(used)).status).toBe(400);
    const expired = await calls.options('/me/passkeys/options', me.token);
    await app.db.query('UPDATE passkey_challenges SET expires_at = now()');
    expect((await send(expired)).status).toBe(400);
    expect((await send(await calls.options('/me/passkeys/options', other.token))).status).toBe(400);
    expect(
      (await send({ ...(await calls.challenge()), rp: { id: 'console.quayside.example' } })).status,
    ).toBe(400);
  });

  it('refuses a passkey that somebody has, and an eleventh one', async () => {
    const [me, other] = [await calls.holder(), await user(app, 'realm_user', null)];
    const known = me.device.create(await calls.options('/me/passkeys/options', me.token));
    expect((await calls.post('/me/passkeys', { name: 'Key', attestation: known }, me.token)).status).toBe(
      201,
    );
    const asked = await calls.options('/me/passkeys/options', other.token);
    const copied = { ...known, client_data: me.device.create(asked).client_data };
    expect(await calls.post('/me/passkeys', { name: 'Key', attestation: copied }, other.token)).toMatchObject(
      {
        status: 409,
        body: { reason: 'PASSKEY_TAKEN' },
      },
    );
    for (let count = 2; count < 10; count += 1)
      expect((await calls.add(me, new Authenticator(ORIGIN))).status).toBe(201);
    expect(await calls.post('/me/passkeys/options', undefined, me.token)).toMatchObject({
      status: 409,
      body: { code: 'LIMIT_REACHED', context: { limit: 10, used: 10, asked: 1 } },
    });
  });

  it('stores no challenge in plain text', async () => {
    const { challenge: sent } = await calls.challenge();
    expect([...(await dump(app)).values()].join('\n')).not.toContain(sent);
  });
});

describe('the passkeys of a person', () => {
  it('can be renamed by the person alone, with the version they saw', async () => {
    const [me, other] = [await calls.holder(), await calls.holder()];
    const path = `/api/me/passkeys/${me.passkey.id}`;
    const { headers } = await app.http('GET', path, { token: me.token });
    const rename = (name: string, token = me.token) =>
      app.http<PasskeyAnswer>('PUT', path, {
        token,
        body: { name },
        headers: { 'If-Match': headers.get('etag') ?? '' },
      });
    expect((await rename('Work phone', other.token)).status).toBe(404);
    expect((await app.http('GET', path, { token: other.token })).status).toBe(404);
    expect((await rename('Work phone')).body.name).toBe('Work phone');
    expect((await rename('Old phone')).status).toBe(412);
    expect(await calls.audited(me.id)).toContain('user.passkey_renamed');
  });

  it('are removed one by one: the other device still signs in, the removed one no longer', async () => {
    const me = await calls.holder();
    const key = new Authenticator(ORIGIN);
    await calls.add(me, key, 'Key');
    expect((await calls.signIn(me.device.sign(await calls.challenge()))).status).toBe(200);
    expect((await calls.signIn(key.sign(await calls.challenge()))).status).toBe(200);
    expect((await remove(await calls.holder(), me.passkey.id)).status).toBe(404);
    expect((await remove(me, me.passkey.id)).status).toBe(204);
    expect((await calls.signIn(me.device.sign(await calls.challenge()))).status).toBe(401);
    expect((await calls.signIn(key.sign(await calls.challenge()))).status).toBe(200);
    expect((await app.http('GET', '/api/me', { token: me.token })).status).toBe(200);
    expect(await calls.audited(me.id)).toContain('user.passkey_removed');
    expect(await titles(me)).toContain('A passkey was removed');
  });

  it('leave the password alone again with the last one, and the recovery codes end', async () => {
    const me = await calls.holder();
    expect((await calls.login(me.email)).status).toBe(401);
    expect((await remove(me, me.passkey.id)).status).toBe(204);
    expect((await calls.login(me.email)).status).toBe(200);
    await calls.add(me, new Authenticator(ORIGIN));
    const [old] = me.passkey.recovery_codes ?? [];
    expect((await calls.login(me.email, { code: old })).status).toBe(401);
  });

  it('are removed by an administrator with everything else, which ends the sessions', async () => {
    const me = await calls.holder();
    const { token } = await admin(app);
    const path = `/api/users/${me.id}`;
    expect((await app.http<{ second_factor: boolean }>('GET', path, { token })).body.second_factor).toBe(
      true,
    );
    expect((await app.http('DELETE', `${path}/second-factor`, { token })).status).toBe(204);
    expect((await app.http('DELETE', `${path}/second-factor`, { token })).status).toBe(404);
    expect((await app.http('GET', '/api/me', { token: me.token })).status).toBe(401);
    expect((await calls.signIn(me.device.sign(await calls.challenge()))).status).toBe(401);
    expect((await calls.login(me.email)).status).toBe(200);
  });
});
