import { startApp, type TestApp } from '../../../../test/app';
import { dump } from '../../../../test/dump';
import { admin, PASSWORD, realm, type Signed, signIn, user } from '../../../../test/factories';
import { expectRetryWithin, GUESS_WINDOW_S } from '../../../../test/retry-after';
import { bytesOf } from '../../../../test/two-factor';
import type { NotificationDto } from '../../../messages/index';
import { tokenHash } from '../../../platform/auth/tokens';
import type { UserDto } from '../../users/users.dto';
import { codeOf } from './totp';

type ApiError = { code: string; message: string; request_id: string; details?: { field: string }[] };
type Session = ApiError & { token: string };
type Person = Signed & { secret: Buffer; recovery: string[] };

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ LOGIN_ATTEMPTS: '5' });
});
afterAll(() => app.close());

const post = <T = ApiError>(path: string, body: object, token?: string, headers?: Record<string, string>) =>
  app.http<T>('POST', `/api${path}`, { body, token, headers });
const login = (email: string, code?: string, password = PASSWORD) =>
  post<Session>('/auth/login', { email, password, code });
const state = async (token: string) =>
  (
    await app.http<{ enabled: boolean; recovery_codes_left: number }>('GET', '/api/me/second-factor', {
      token,
    })
  ).body;
/** The current code, or that of another step. */
const now = (secret: Buffer, steps = 0) => codeOf(secret, Math.floor(Date.now() / 30_000) + steps);
/** Makes used codes valid again, as if time had passed. */
const later = (userId: number) =>
  app.db.query('UPDATE second_factors SET last_step = 0 WHERE user_id = $1', [userId]);

const begin = async ({ token }: Signed) =>
  (
    await post<{ secret: string; otpauth_url: string }>(
      '/me/second-factor',
      { current_password: PASSWORD },
      token,
    )
  ).body;

/** A user whose two-factor authentication is enabled, and whose last code may be used again. */
async function guarded(): Promise<Person> {
  const person = await user(app, 'realm_user', await realm(app));
  const secret = bytesOf((await begin(person)).secret);
  const { body } = await post<{ recovery_codes: string[] }>(
    '/me/second-factor/confirm',
    { code: now(secret) },
    person.token,
  );
  await later(person.id);
  return { ...person, secret, recovery: body.recovery_codes };
}
const notificationsOf = async (token: string) =>
  (await app.http<NotificationDto[]>('GET', '/api/notifications?topic=security', { token })).body.map(
    ({ title }) => title,
  );
const audited = async (userId: number) =>
  (await app.db.query<{ action: string }>("SELECT action FROM audit WHERE entity = 'user' AND entity_id = $1 ORDER BY id", [String(userId)])).rows.map(({ action }) => action); // prettier-ignore

describe('enabling two-factor authentication', () => {
  it('needs the password, shows the secret, and is off until a code confirms it', async () => {
    const me = await user(app, 'realm_user', null);
    const rejected = await post('/me/second-factor', { current_password: 'not it at all' }, me.token);
    expect(rejected).toMatchObject({ status: 400, body: { details: [{ field: 'current_password' }] } });
    const { secret, otpauth_url } = await begin(me);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(otpauth_url).toContain(`secret=${secret}`);
    expect(otpauth_url).toContain(encodeURIComponent(me.email));
    expect(await state(me.token)).toMatchObject({
      enabled: false,
      confirmed_at: null,
      recovery_codes_left: 0,
    });
    expect((await login(me.email)).status).toBe(200);
    const wrong = await post('/me/second-factor/confirm', { code: '000000' }, me.token);
    expect(wrong).toMatchObject({ status: 400, body: { details: [{ field: 'code' }] } });
  });

  it('starts again with another secret, which replaces the first one', async () => {
    const me = await user(app, 'realm_user', null);
    const first = bytesOf((await begin(me)).secret);
    const second = bytesOf((await begin(me)).secret);
    expect((await post('/me/second-factor/confirm', { code: now(first) }, me.token)).status).toBe(400);
    expect((await post('/me/second-factor/confirm', { code: now(second) }, me.token)).status).toBe(200);
  });

  it('gives ten recovery codes once, is audited, and notifies the user', async () => {
    const me = await guarded();
    expect(new Set(me.recovery).size).toBe(10);
    expect(await state(me.token)).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    expect(await notificationsOf(me.token)).toEqual(['Two-factor authentication was turned on']);
    expect(await audited(me.id)).toContain('user.second_factor_on');
    for (const path of ['', '/confirm']) {
      const body = { current_password: PASSWORD, code: now(me.secret) };
      const again = await post(
        `/me/second-factor${path}`,
        path ? { code: body.code } : { current_password: PASSWORD },
        me.token,
      );
      expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
    }
  });

  it('stores recovery codes with a salt each; codes stored before salts existed still work', async () => {
    const me = await guarded();
    const { rows } = await app.db.query<{ salt: string; code_hash: string }>(
      'SELECT salt, code_hash FROM recovery_codes WHERE user_id = $1',
      [me.id],
    );
    expect(new Set(rows.map(({ salt }) => salt)).size).toBe(10);
    const unsalted = tokenHash(me.recovery[0]!.replaceAll('-', ''));
    expect(rows.map(({ code_hash }) => code_hash)).not.toContain(unsalted);
    // As the migration does with the earlier hashes.
    await app.db.query(
      `UPDATE recovery_codes SET salt = 'new', code_hash = recovery_code_hash('new', $2)
       WHERE user_id = $1 AND code_hash = recovery_code_hash(salt, $2)`,
      [me.id, unsalted],
    );
    expect((await login(me.email, me.recovery[0])).status).toBe(200);
    expect((await login(me.email, me.recovery[0])).status).toBe(401);
  });

  it('ignores an Idempotency-Key, since responses with secrets are not stored', async () => {
    const me = await user(app, 'realm_user', null);
    const headers = { 'Idempotency-Key': 'one-and-the-same' };
    const ask = async () =>
      (await post<{ secret: string }>('/me/second-factor', { current_password: PASSWORD }, me.token, headers))
        .body.secret;
    expect(await ask()).not.toBe(await ask());
  });

  it('stores neither the secret nor codes in plain text', async () => {
    const me = await guarded();
    const texts = [...(await dump(app)).values()].join('\n');
    expect(texts).toContain(me.email);
    for (const clear of [me.secret.toString('base64'), me.secret.toString('hex'), ...me.recovery]) {
      expect(texts.includes(clear)).toBe(false);
      expect(texts.includes(clear.replaceAll('-', ''))).toBe(false);
    }
  });
});

describe('a code', () => {
  const wide = (text: string) =>
    text.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  const failures = async (id: number) =>
    (await audited(id)).filter((action) => action === 'session.second_factor_failed').length;

  it.each<[string, (code: string) => string]>([
    ['full-width digits', wide],
    ['Arabic digits', (code) => code.replace(/[0-9]/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '')],
    ['a space within', (code) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ['a narrow no-break space within', (code) => `${code.slice(0, 3)}\u202f${code.slice(3)}`],
    ['a dash within', (code) => `${code.slice(0, 3)}–${code.slice(3)}`],
  ])('of the app is right with %s', async (_, spell) => {
    const me = await guarded();
    expect((await login(me.email, spell(now(me.secret)))).status).toBe(200);
    expect(await failures(me.id)).toBe(0);
  });

  it.each<[string, (code: string) => string]>([
    ['dashes as text programs set them', (code) => code.replaceAll('-', '–')],
    ['minus signs and soft hyphens', (code) => code.replace('-', '−').replaceAll('-', '\u00ad')],
    ['non-breaking hyphens', (code) => code.replaceAll('-', '\u2011')],
    ['ideographic spaces', (code) => code.replaceAll('-', '\u3000')],
    [
      'full-width letters and digits',
      (code) => code.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
    ],
    ['capitals', (code) => code.toUpperCase()],
    ['no dashes', (code) => code.replaceAll('-', '')],
  ])('for recovery is right with %s', async (_, spell) => {
    const me = await guarded();
    expect((await login(me.email, spell(me.recovery[0]!))).status).toBe(200);
    expect(await failures(me.id)).toBe(0);
  });
});

describe('changing two-factor authentication', () => {
  const isLive = async ({ token }: Signed) => (await app.http('GET', '/api/me', { token })).status === 200;
  const endReason = async ({ refreshToken }: Signed) =>
    (await app.http<{ context?: { reason: string } }>('POST', '/api/auth/refresh', { token: refreshToken }))
      .body.context?.reason;

  it('ends the other sessions when it is enabled and disabled', async () => {
    const me = await user(app, 'realm_user', await realm(app));
    const before = await signIn(app, me.email);
    const secret = bytesOf((await begin(me)).secret);
    const { body } = await post<{ recovery_codes: string[] }>(
      '/me/second-factor/confirm',
      { code: now(secret) },
      me.token,
    );
    expect(await isLive(me)).toBe(true);
    expect(await endReason(before)).toBe('SECOND_FACTOR_CHANGED');
    const between = (await login(me.email, body.recovery_codes[0])).body as unknown as Signed;
    await post(
      '/me/second-factor/remove',
      { current_password: PASSWORD, code: body.recovery_codes[1] },
      me.token,
    );
    expect(await isLive(me)).toBe(true);
    expect(await endReason(between)).toBe('SECOND_FACTOR_CHANGED');
  });

  it('ends all sessions when an administrator removes it', async () => {
    const me = await guarded();
    const { token } = await admin(app);
    expect((await app.http('DELETE', `/api/users/${me.id}/second-factor`, { token })).status).toBe(204);
    expect(await endReason(me)).toBe('SECOND_FACTOR_CHANGED');
  });
});

describe('signing in with two-factor authentication', () => {
  it('needs the password and the code', async () => {
    const me = await guarded();
    const withoutCode = await login(me.email);
    expect([withoutCode.status, withoutCode.body.code, withoutCode.body.token]).toEqual([
      401,
      'SECOND_FACTOR_REQUIRED',
      undefined,
    ]);
    const wrong = await login(me.email, '000000');
    expect([wrong.status, wrong.body.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
    const { rows } = await app.db.query('SELECT FROM sessions WHERE user_id = $1', [me.id]);
    expect(rows).toHaveLength(1);
    const right = await login(me.email, ` ${now(me.secret).slice(0, 3)} ${now(me.secret).slice(3)} `);
    expect(right.status).toBe(200);
    expect((await app.http('GET', '/api/me', { token: right.body.token })).status).toBe(200);
  });

  it('gives the same response to a wrong password with and without code, and with and without two-factor authentication', async () => {
    const [me, plain] = [await guarded(), await user(app, 'realm_user', null)];
    const responses = [
      await login(me.email, undefined, 'not it at all'),
      await login(me.email, now(me.secret), 'not it at all'),
      await login(plain.email, undefined, 'not it at all'),
      await login('nobody-there@quayside.example', '123456', 'not it at all'),
    ];
    expect(responses.map(({ status, body }) => ({ status, ...body, request_id: '' }))).toEqual(
      responses.map(() => ({ ...responses[0]!.body, request_id: '', status: 401 })),
    );
    expect(responses[0]!.body.code).toBe('UNAUTHORIZED');
  });

  it('accepts a code once, and at most one step early or late', async () => {
    const me = await guarded();
    expect((await login(me.email, now(me.secret))).status).toBe(200);
    expect((await login(me.email, now(me.secret))).status).toBe(401);
    await later(me.id);
    expect((await login(me.email, now(me.secret, 3))).status).toBe(401);
    expect((await login(me.email, now(me.secret, -3))).status).toBe(401);
  });

  it('accepts a code that is sent ten times in parallel only once', async () => {
    const me = await guarded();
    const code = now(me.secret);
    const responses = await Promise.all(Array.from({ length: 5 }, () => login(me.email, code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('accepts each recovery code once, in any spelling, and notifies the user', async () => {
    const me = await guarded();
    const [code = ''] = me.recovery;
    const first = await login(me.email, code.toUpperCase().replaceAll('-', ' '));
    expect(first.status).toBe(200);
    expect((await login(me.email, code)).status).toBe(401);
    expect(await state(me.token)).toMatchObject({ recovery_codes_left: 9 });
    expect(await notificationsOf(me.token)).toContain('One of your recovery codes was used');
    expect(await audited(me.id)).toContain('user.recovery_code_used');
  });

  it("limits guesses from all addresses together, and refuses another user's code", async () => {
    const [me, other] = [await guarded(), await guarded()];
    expect((await login(me.email, now(other.secret))).status).toBe(401);
    expect((await login(me.email, other.recovery[0])).status).toBe(401);
    for (let attempt = 2; attempt < 5; attempt += 1)
      expect((await login(me.email, '000000')).status).toBe(401);
    const last = await login(me.email, now(me.secret));
    expect([last.status, last.body.code]).toEqual([429, 'RATE_LIMIT']);
    expectRetryWithin(last.headers, GUESS_WINDOW_S);
    expect((await login(other.email, now(other.secret))).status).toBe(200);
  });
});

describe('disabling two-factor authentication', () => {
  const remove = (me: Person, current_password: string, code: string) =>
    post('/me/second-factor/remove', { current_password, code }, me.token);

  it('needs password and code, is audited, and notifies the user', async () => {
    const me = await guarded();
    expect(await remove(me, 'not it at all', now(me.secret))).toMatchObject({ status: 400, body: { details: [{ field: 'current_password' }] } }); // prettier-ignore
    expect(await remove(me, PASSWORD, '000000')).toMatchObject({ status: 400, body: { details: [{ field: 'code' }] } }); // prettier-ignore
    expect(await state(me.token)).toMatchObject({ enabled: true });
    expect((await remove(me, PASSWORD, now(me.secret))).status).toBe(204);
    expect(await state(me.token)).toMatchObject({
      enabled: false,
      confirmed_at: null,
      recovery_codes_left: 0,
    });
    expect((await login(me.email)).status).toBe(200);
    expect(await audited(me.id)).toContain('user.second_factor_off');
    expect(await notificationsOf(me.token)).toContain('Two-factor authentication was turned off');
    expect((await remove(me, PASSWORD, now(me.secret))).status).toBe(409);
  });

  it('can be done by an administrator, is shown in the list and audited, and notifies the user', async () => {
    const me = await guarded();
    const boss = await admin(app);
    const read = async () => {
      const response = await app.http<UserDto>('GET', `/api/users/${me.id}`, { token: boss.token });
      return { on: response.body.second_factor, etag: response.headers.get('etag') };
    };
    const before = await read();
    expect(before.on).toBe(true);
    const path = `/api/users/${me.id}/second-factor`;
    expect((await app.http('DELETE', path, { token: me.token })).status).toBe(403);
    expect((await app.http('DELETE', path, { token: boss.token })).status).toBe(204);
    expect((await app.http('DELETE', path, { token: boss.token })).status).toBe(404);
    const after = await read();
    expect([after.on, after.etag === before.etag]).toEqual([false, false]);
    const { token } = await signIn(app, me.email);
    expect(await notificationsOf(token)).toContain('An administrator removed your two-factor authentication');
    expect(await audited(me.id)).toContain('user.second_factor_removed');
  });

  it('shows owners which users of their realm have it on', async () => {
    const realmId = await realm(app);
    const owner = await user(app, 'realm_owner', realmId);
    const secret = bytesOf((await begin(owner)).secret);
    await post('/me/second-factor/confirm', { code: now(secret) }, owner.token);
    await user(app, 'realm_user', realmId);
    const { body } = await app.http<UserDto[]>('GET', '/api/users', { token: owner.token });
    expect(body.map(({ id, second_factor }) => [id === owner.id, second_factor])).toEqual(
      expect.arrayContaining([
        [true, true],
        [false, false],
      ]),
    );
  });
});
