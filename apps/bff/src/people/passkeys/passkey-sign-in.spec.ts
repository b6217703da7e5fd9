import { startApp, type TestApp } from '../../../test/app';
import { Authenticator, type CredentialOptions } from '../../../test/authenticator';
import { PASSWORD, type Signed, user } from '../../../test/factories';
import { ORIGIN, type PasskeyAnswer, passkeyCalls, type SessionAnswer } from '../../../test/passkeys';
import { enableTwoFactor } from '../../../test/two-factor';

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

describe('signing in with a passkey alone', () => {
  it('creates a session that counts as recent, and shows when it was used', async () => {
    const me = await calls.holder();
    const { status, body } = await calls.signIn(me.device.sign(await calls.challenge()));
    expect(status).toBe(200);
    expect((await calls.post('/me/passkeys/options', undefined, body.token)).status).toBe(200);
    expect((await list(me))[0]?.last_used_at).not.toBeNull();
    expect(await calls.audited(me.id)).toContain('session.sign_in');
  });

  it('gives the session of a browser its cookie, and an API client a whole token', async () => {
    const me = await calls.holder();
    const cookies = async (client?: string) => {
      const assertion = me.device.sign(await calls.challenge());
      return (await calls.post('/auth/passkey', { assertion, client })).headers
        .getSetCookie()
        .filter((cookie) => cookie.startsWith('__Host-')).length;
    };
    expect([await cookies(), await cookies('api')]).toEqual([1, 0]);
  });

  it('asks for nobody in particular', async () => {
    expect(await calls.challenge()).toMatchObject({
      rpId: 'console.quayside.example',
      userVerification: 'required',
    });
    expect(await calls.challenge()).not.toHaveProperty('allowCredentials.0');
  });

  it('refuses everything that is wrong alike', async () => {
    const [me, gone, disabled] = [await calls.holder(), await calls.holder(), await calls.holder()];
    await remove(gone, gone.passkey.id);
    await app.db.query("UPDATE users SET status = 'disabled' WHERE id = $1", [disabled.id]);
    const replayed = me.device.sign(await calls.challenge());
    expect((await calls.signIn(replayed)).status).toBe(200);
    const stale = await calls.challenge();
    await app.db.query('UPDATE passkey_challenges SET expires_at = now()');
    const stranger = new Authenticator(ORIGIN);
    stranger.create({ challenge: 'x', rp: { id: 'console.quayside.example' }, user: { id: 'eA' } });
    const forged = me.device.sign(await calls.challenge());
    const wrong = {
      replayed,
      stale: me.device.sign(stale),
      origin: me.device.sign(await calls.challenge(), { origin: 'https://evil.example' }),
      plainHttp: me.device.sign(await calls.challenge(), { origin: ORIGIN.replace('https', 'http') }),
      domain: me.device.sign(await calls.challenge(), { domain: 'quayside.example' }),
      unverified: me.device.sign(await calls.challenge(), { isVerified: false }),
      framed: me.device.sign(await calls.challenge(), { crossOrigin: true }),
      handle: me.device.sign(await calls.challenge(), {
        handle: Buffer.from('tessera-1').toString('base64url'),
      }),
      unknown: stranger.sign(await calls.challenge()),
      ofAnother: { ...forged, id: gone.device.sign(await calls.challenge()).id },
      signature: { ...forged, signature: forged.signature.replace(/^.{20}/, 'A'.repeat(20)) },
      garbage: { ...forged, client_data: 'x', authenticator_data: 'x', signature: 'x' },
      removed: gone.device.sign(await calls.challenge()),
      disabled: disabled.device.sign(await calls.challenge()),
    };
    const responses: object[] = [];
    for (const [fault, assertion] of Object.entries(wrong)) {
      // Each from its own budget: what is compared is the response.
      await app.db.query('DELETE FROM guess_budgets');
      const { status, body } = await calls.signIn(assertion);
      responses.push({ fault, status, ...body, request_id: '' });
    }
    expect(responses).toEqual(
      Object.keys(wrong).map((fault) => ({
        ...responses[0],
        fault,
        status: 401,
        code: 'UNAUTHORIZED',
        message: 'The passkey was not accepted',
      })),
    );
    expect((await calls.signIn(me.device.sign(await calls.challenge()))).status).toBe(200);
    expect(await calls.audited(disabled.id)).toContain('session.disabled_account_refused');
    expect(await calls.audited(me.id)).toContain('session.passkey_failed');
  });

  it('refuses a counter that does not go up, and audits the copy, but only with a right signature', async () => {
    const me = await calls.holder();
    expect((await calls.signIn(me.device.sign(await calls.challenge(), { counter: 40 }))).status).toBe(200);
    const forged = me.device.sign(await calls.challenge(), { counter: 3 });
    await calls.signIn({ ...forged, signature: me.device.sign(await calls.challenge()).signature });
    expect(await calls.audited(me.id)).not.toContain('session.passkey_copied');
    for (const counter of [40, 39, 0])
      expect((await calls.signIn(me.device.sign(await calls.challenge(), { counter }))).status).toBe(401);
    expect((await calls.audited(me.id)).filter((action) => action === 'session.passkey_copied')).toHaveLength(
      3,
    );
    expect((await calls.signIn(me.device.sign(await calls.challenge(), { counter: 41 }))).status).toBe(200);
  });

  it('accepts a counter that stays 0', async () => {
    const me = await calls.holder(new Authenticator(ORIGIN, false));
    for (let round = 0; round < 3; round += 1)
      expect((await calls.signIn(me.device.sign(await calls.challenge()))).status).toBe(200);
  });

  it('accepts an assertion that is sent five times in parallel only once', async () => {
    const me = await calls.holder(new Authenticator(ORIGIN, false));
    const assertion = me.device.sign(await calls.challenge());
    const responses = await Promise.all(Array.from({ length: 5 }, () => calls.signIn(assertion)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('has the limits of sign-in', async () => {
    const me = await calls.holder();
    await app.db.query('DELETE FROM guess_budgets');
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const asked = me.device.sign(await calls.challenge(), { isVerified: false });
      expect((await calls.signIn(asked)).status).toBe(401);
    }
    expect((await calls.signIn(me.device.sign(await calls.challenge()))).status).toBe(429);
    await app.db.query('DELETE FROM guess_budgets');
  });
});

describe('a passkey as second factor', () => {
  const asked = ({ body }: { body: SessionAnswer }) => body.context?.passkey as CredentialOptions;

  it('is required after the password, and accepted once', async () => {
    const me = await calls.holder();
    const first = await calls.login(me.email);
    expect(first).toMatchObject({
      status: 401,
      body: {
        code: 'SECOND_FACTOR_REQUIRED',
        context: { app: false, passkey: { allowCredentials: [{ transports: ['internal'] }] } },
      },
    });
    const passkey = me.device.sign(asked(first));
    expect((await calls.login(me.email, { passkey })).status).toBe(200);
    const again = await calls.login(me.email, { passkey });
    expect([again.status, again.body.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
    expect(asked(again).challenge).not.toBe(asked(first).challenge);
    expect(await calls.audited(me.id)).toContain('session.passkey_failed');
  });

  it('is one beside the app, and recovery codes replace both', async () => {
    const me = await user(app, 'realm_user', null);
    const codes = await enableTwoFactor(app, me.token);
    const device = new Authenticator(ORIGIN);
    await calls.add(me, device);
    const first = await calls.login(me.email);
    expect(first.body.context).toMatchObject({ app: true });
    expect((await calls.login(me.email, { passkey: device.sign(asked(first)) })).status).toBe(200);
    expect((await calls.login(me.email, { code: codes[0] })).status).toBe(200);
    const alone = await calls.holder();
    expect((await calls.login(alone.email, { code: alone.passkey.recovery_codes?.[3] })).status).toBe(200);
    expect((await calls.login(alone.email, { code: alone.passkey.recovery_codes?.[3] })).status).toBe(401);
  });

  it('is not offered before the password is right, and another person’s is refused', async () => {
    const [me, other] = [await calls.holder(), await calls.holder()];
    const wrong = await calls.login(me.email, { password: 'not it at all' });
    expect([wrong.status, wrong.body.context]).toEqual([401, undefined]);
    const passkey = other.device.sign(asked(await calls.login(me.email)));
    expect((await calls.login(me.email, { passkey })).status).toBe(401);
    const otherwise = me.device.sign(await calls.challenge());
    expect((await calls.login(me.email, { passkey: otherwise })).status).toBe(401);
  });
});

describe('a passkey for a recent sign-in', () => {
  const prove = ({ token }: Signed, body: object) => calls.post('/me/reauthenticate', body, token);
  const ask = ({ token }: Signed) => calls.options('/me/reauthenticate/options', token);

  it('is enough without the password', async () => {
    const me = await calls.holder();
    await calls.makeOld(me);
    expect((await prove(me, { passkey: me.device.sign(await ask(me)) })).status).toBe(204);
    expect((await calls.post('/me/passkeys/options', undefined, me.token)).status).toBe(200);
  });

  it('must be the caller’s, for this purpose, and used once', async () => {
    const [me, other] = [await calls.holder(), await calls.holder()];
    await calls.makeOld(me);
    const used = me.device.sign(await ask(me));
    expect((await prove(me, { passkey: used })).status).toBe(204);
    for (const passkey of [
      used,
      me.device.sign(await calls.challenge()),
      other.device.sign(await ask(me)),
      me.device.sign(await ask(other)),
    ])
      expect(await prove(me, { passkey })).toMatchObject({
        status: 400,
        body: { details: [{ field: 'passkey', code: 'WRONG_PASSKEY' }] },
      });
  });

  it('is not needed by those who give password and recovery code, and the password alone is too little', async () => {
    const me = await calls.holder();
    const [code] = me.passkey.recovery_codes ?? [];
    expect((await prove(me, {})).body.details).toMatchObject([{ field: 'password' }]);
    expect((await prove(me, { password: PASSWORD })).body.details).toMatchObject([{ field: 'code' }]);
    expect((await prove(me, { password: PASSWORD, code })).status).toBe(204);
  });
});
