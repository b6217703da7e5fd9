import { hash } from '@node-rs/argon2';
import { randomToken, tokenHash } from '../src/platform/auth/tokens';
import { ADMIN, startApp, type TestApp } from './app';
import { admin, PASSWORD, realm, signIn, user } from './factories';
import { expectRetryWithin, GUESS_WINDOW_S } from './retry-after';
import { until } from './work';

type Session = {
  token: string;
  refreshToken: string;
  user: { id: number; role: string; realm_id: number | null; permissions: string[] };
};
type ApiError = { code: string; request_id: string; details?: { field: string }[] };

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ LOGIN_ATTEMPTS: '3' });
});
afterAll(() => app.close());

const post = (path: string, body?: unknown, token?: string) =>
  app.http<Session & ApiError>('POST', `/api${path}`, { body, token });
const login = (email: string, password: string) => post('/auth/login', { email, password });
const refresh = (token: string) => post('/auth/refresh', undefined, token);
const me = async (token: string) => (await app.http('GET', '/api/me', { token })).status;
const backdate = (userId: number, seconds: number) =>
  app.db.query(`UPDATE sessions SET rotated_at = rotated_at - make_interval(secs => $2) WHERE user_id = $1`, [
    userId,
    seconds,
  ]);

/** Waits until a call with an ended session is rejected; `session-cache.spec.ts` tests how long it is cached. */
const untilRejected = (call: () => Promise<number>) =>
  until(async () => (await call()) === 401, 'the ended session is refused');

describe('signing in', () => {
  it('works for the first administrator, whose account is created at start', async () => {
    const { status, body } = await login(ADMIN.email.toUpperCase(), ADMIN.password);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      role: 'admin',
      realm_id: null,
      permissions: ['read:all', 'write:all', 'admin:all'],
    });
    expect(await me(body.token)).toBe(200);
  });

  it('gives the same response to an unknown address, a wrong password and a disabled user', async () => {
    const known = await user(app, 'realm_user', null);
    const disabled = await user(app, 'realm_user', null);
    await app.db.query(`UPDATE users SET status = 'disabled' WHERE id = $1`, [disabled.id]);
    const responses = [
      await login('nobody@tessera.example', 'some password or other'),
      await login(known.email, 'some password or other'),
      await login(disabled.email, PASSWORD),
    ];
    expect(responses.map(({ status, body }) => ({ status, ...body, request_id: '' }))).toEqual(
      responses.map(() => ({ ...responses[0]!.body, request_id: '', status: 401 })),
    );
  });

  it('returns 429 with Retry-After after too many failures, also for an unknown account', async () => {
    for (const email of [(await user(app, 'realm_user', null)).email, 'unknown-but-tried@tessera.example']) {
      for (let attempt = 0; attempt < 3; attempt += 1) expect((await login(email, 'wrong')).status).toBe(401);
      const { status, headers, body } = await login(email, PASSWORD);
      expect({ status, code: body.code }).toEqual({ status: 429, code: 'RATE_LIMIT' });
      expectRetryWithin(headers, GUESS_WINDOW_S);
    }
    expect((await login(ADMIN.email, ADMIN.password)).status).toBe(200);
  });
});

describe('registration', () => {
  it('creates a realm_user without a realm', async () => {
    const { status, body } = await post('/auth/register', {
      email: 'new@quayside.example',
      password: 'gull-feather-on-the-mast',
      name: 'New',
    });
    expect(status).toBe(201);
    expect(body.user).toMatchObject({ role: 'realm_user', realm_id: null });
    expect(await me(body.token)).toBe(200);
  });

  it('rejects a taken e-mail in any case', async () => {
    const { email } = await user(app, 'realm_user', null);
    const { status, body } = await post('/auth/register', {
      email: email.toUpperCase(),
      password: 'gull-feather-on-the-mast',
    });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'CONFLICT' });
  });

  it.each(['short', 'password1234', '123456789012', 'aaaaaaaaaaaa', 'Qwertyuiop12', 'x'.repeat(129)])(
    'refuses the password %s',
    async (password) => {
      const { status, body } = await post('/auth/register', { email: 'weak@quayside.example', password });
      expect({ status, fields: body.details?.map(({ field }) => field) }).toEqual({
        status: 400,
        fields: ['password'],
      });
    },
  );

  it('gives an invitation its realm and role, once', async () => {
    const realmId = await realm(app);
    const token = randomToken('in_');
    await app.db.query(
      `INSERT INTO invitations (realm_id, role, token_hash, created_by, expires_at)
       VALUES ($1, 'realm_owner', $2, $3, now() + interval '1 hour')`,
      [realmId, tokenHash(token), (await admin(app)).id],
    );
    const body = {
      email: 'invited@quayside.example',
      password: 'gull-feather-on-the-mast',
      invitation_token: token,
    };
    expect((await post('/auth/register', body)).body.user).toMatchObject({
      role: 'realm_owner',
      realm_id: realmId,
    });
    const again = await post('/auth/register', { ...body, email: 'another@quayside.example' });
    expect(again).toMatchObject({ status: 400, body: { details: [{ field: 'invitation_token' }] } });
  });

  it('is rejected when it needs an invitation or is closed', async () => {
    for (const registration of ['invite', 'closed']) {
      const other = await startApp({ REGISTRATION: registration });
      const { status } = await other.http('POST', '/api/auth/register', {
        body: { email: 'a@b.example', password: 'gull-feather-on-the-mast' },
      });
      await other.close();
      expect(status).toBe(403);
    }
  });
});

describe('refresh', () => {
  it('rotates the token on every use', async () => {
    const first = await user(app, 'realm_user', null);
    const second = (await refresh(first.refreshToken)).body;
    expect(second.refreshToken).not.toBe(first.refreshToken);
    const third = await refresh(second.refreshToken);
    expect(third.status).toBe(200);
    expect(await me(third.body.token)).toBe(200);
  });

  it('gives the previous token the same successor for 30 seconds, also to parallel requests', async () => {
    const { refreshToken } = await user(app, 'realm_user', null);
    const responses = await Promise.all(Array.from({ length: 8 }, () => refresh(refreshToken)));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(new Set(responses.map(({ body }) => body.refreshToken)).size).toBe(1);
    expect((await refresh(responses[0]!.body.refreshToken)).status).toBe(200);
  });

  it('ends the session when an older token is reused, and audits it', async () => {
    const signed = await user(app, 'realm_user', null);
    const next = (await refresh(signed.refreshToken)).body;
    const newest = (await refresh(next.refreshToken)).body;
    expect((await refresh(signed.refreshToken)).status).toBe(401);
    expect((await refresh(newest.refreshToken)).status).toBe(401);
    await untilRejected(() => me(newest.token));
    const { rows } = await app.db.query(
      `SELECT action FROM audit WHERE action = 'session.refresh_reused' AND entity_id = $1`,
      [String(signed.id)],
    );
    expect(rows).toHaveLength(1);
  });

  it('rejects a forged token of a session without ending it', async () => {
    const signed = await user(app, 'realm_user', null);
    const next = (await refresh(signed.refreshToken)).body;
    const [session] = next.refreshToken.split('.');
    expect((await refresh(`${session}.${'A'.repeat(43)}`)).status).toBe(401);
    expect(await me(next.token)).toBe(200);
    expect((await refresh(next.refreshToken)).status).toBe(200);
    const { rows } = await app.db.query(
      `SELECT FROM audit WHERE action = 'session.refresh_reused' AND entity_id = $1`,
      [String(signed.id)],
    );
    expect(rows).toEqual([]);
  });

  it('ends the session when the previous token is reused after 30 seconds', async () => {
    const signed = await user(app, 'realm_user', null);
    const next = (await refresh(signed.refreshToken)).body;
    await backdate(signed.id, 31);
    expect((await refresh(signed.refreshToken)).status).toBe(401);
    expect((await refresh(next.refreshToken)).status).toBe(401);
  });

  it.each([
    ['idle for 12 hours', 'idle_expires_at'],
    ['7 days old', 'expires_at'],
  ])('refuses a session that is %s', async (_, column) => {
    const signed = await user(app, 'realm_user', null);
    await app.db.query(`UPDATE sessions SET ${column} = now() - interval '1 second' WHERE user_id = $1`, [
      signed.id,
    ]);
    expect((await refresh(signed.refreshToken)).status).toBe(401);
    await untilRejected(() => me(signed.token));
  });

  it('returns why a session ended only to holders of its token', async () => {
    const reasonOf = async (token: string) => {
      const { status, body } = await app.http<{ context?: { reason: string } }>('POST', '/api/auth/refresh', {
        token,
      });
      expect(status).toBe(401);
      return body.context?.reason ?? null;
    };
    const root = await admin(app);
    const ended = await user(app, 'realm_user', null);
    await app.http('DELETE', `/api/users/${ended.id}/sessions`, { token: root.token });
    expect(await reasonOf(ended.refreshToken)).toBe('ENDED_BY_ADMINISTRATOR');
    const [id = ''] = ended.refreshToken.split('.');
    expect(await reasonOf(`${id}.${'A'.repeat(43)}`)).toBeNull();

    const idle = await user(app, 'realm_user', null);
    await app.db.query(
      "UPDATE sessions SET idle_expires_at = now() - interval '1 second' WHERE user_id = $1",
      [idle.id],
    );
    expect(await reasonOf(idle.refreshToken)).toBe('IDLE');
  });

  it('rejects an access token and a malformed one', async () => {
    const signed = await user(app, 'realm_user', null);
    expect((await refresh(signed.token)).status).toBe(401);
    expect((await refresh('nonsense')).status).toBe(401);
    expect((await app.http('POST', '/api/auth/refresh')).status).toBe(401);
  });
});

describe('a session ends', () => {
  it("on sign-out, while the user's other sessions stay live", async () => {
    const here = await user(app, 'realm_user', null);
    const there = await signIn(app, here.email);
    expect(await me(here.token)).toBe(200);
    expect((await app.http('POST', '/api/auth/logout', { token: here.token })).status).toBe(204);
    await untilRejected(() => me(here.token));
    expect((await refresh(here.refreshToken)).status).toBe(401);
    expect(await me(there.token)).toBe(200);
  });

  it('when the password changes, which creates a new one', async () => {
    const here = await user(app, 'realm_user', null);
    const there = await signIn(app, here.email);
    const { status, body } = await post(
      '/me/password',
      { current_password: PASSWORD, new_password: 'gull-feather-on-the-mast' },
      here.token,
    );
    expect(status).toBe(200);
    await untilRejected(() => me(there.token));
    await untilRejected(() => me(here.token));
    expect(await me(body.token)).toBe(200);
    expect((await login(here.email, 'gull-feather-on-the-mast')).status).toBe(200);
  });

  it('when its user is disabled', async () => {
    const signed = await user(app, 'realm_user', null);
    expect(await me(signed.token)).toBe(200);
    await app.db.query(`UPDATE users SET status = 'disabled' WHERE id = $1`, [signed.id]);
    await untilRejected(() => me(signed.token));
  });

  it('when its user, and nobody else, ends it in the list of sessions', async () => {
    const here = await user(app, 'realm_user', null);
    await signIn(app, here.email);
    const list = async (token: string) =>
      (await app.http<{ id: string; current: boolean }[]>('GET', '/api/me/sessions', { token })).body;
    const other = (await list(here.token)).find(({ current }) => !current)!;
    const stranger = await admin(app);
    expect((await app.http('DELETE', `/api/me/sessions/${other.id}`, { token: stranger.token })).status).toBe(
      404,
    );
    expect((await app.http('DELETE', `/api/me/sessions/${other.id}`, { token: here.token })).status).toBe(
      204,
    );
    expect(await list(here.token)).toMatchObject([{ current: true }]);
  });

  it('when it was used longest ago of more than fifty', async () => {
    const oldest = await user(app, 'realm_user', null);
    await app.db.query("UPDATE sessions SET last_used_at = now() - interval '2 hours' WHERE user_id = $1", [
      oldest.id,
    ]);
    const next = await signIn(app, oldest.email);
    await app.db.query(
      `INSERT INTO sessions (user_id, refresh_hash, idle_expires_at, expires_at, last_used_at)
       SELECT $1, 'made up ' || n, now() + interval '1 hour', now() + interval '1 hour', now() - interval '1 hour'
       FROM generate_series(1, 48) n`,
      [oldest.id],
    );
    const refresh = async ({ refreshToken }: { refreshToken: string }) =>
      app.http<{ context?: { reason: string } }>('POST', '/api/auth/refresh', { token: refreshToken });
    expect((await app.http<object[]>('GET', '/api/me/sessions', { token: next.token })).body).toHaveLength(
      50,
    );
    await Promise.all([1, 2, 3].map(() => signIn(app, oldest.email)));
    expect((await refresh(oldest)).body.context?.reason).toBe('TOO_MANY_SESSIONS');
    expect((await refresh(next)).status).toBe(200);
    const { body } = await app.http<object[]>('GET', '/api/me/sessions', { token: next.token });
    expect(body).toHaveLength(50);
    const { rows } = await app.db.query(
      "SELECT after ->> 'reason' AS reason FROM audit WHERE action = 'session.end' AND entity_id = $1",
      [String(oldest.id)],
    );
    expect(rows).toEqual(Array(3).fill({ reason: 'too many sessions' }));
  });
});

describe('a password with letters that keyboards compose differently', () => {
  const composed = 'Café-naïve-lanterns-quay';
  const [nfd, nfc] = [composed.normalize('NFD'), composed.normalize('NFC')];

  it.each([
    ['composed', nfc, nfd],
    ['decomposed', nfd, nfc],
  ])('set %s, is right in either form', async (_, set, typed) => {
    const person = await user(app, 'realm_user', null);
    const changed = await post(
      '/me/password',
      { current_password: PASSWORD, new_password: set },
      person.token,
    );
    expect(changed.status).toBe(200);
    for (const password of [set, typed]) expect((await login(person.email, password)).status).toBe(200);
    expect((await login(person.email, composed.toLowerCase())).status).toBe(401);
  });

  it('set before passwords were normalized, is right as it was typed and then in either form', async () => {
    const person = await user(app, 'realm_user', null);
    const stored = await hash(nfd, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    await app.db.query('UPDATE users SET password_hash = $2 WHERE id = $1', [person.id, stored]);
    expect((await login(person.email, nfc)).status).toBe(401);
    expect((await login(person.email, nfd)).status).toBe(200);
    expect((await login(person.email, nfc)).status).toBe(200);
    expect((await post('/me/reauthenticate', { password: nfc }, person.token)).status).toBe(204);
  });
});

it('returns 400 for a wrong current password, since clients refresh after a 401', async () => {
  const { token } = await user(app, 'realm_user', null);
  const response = await post(
    '/me/password',
    { current_password: 'not it', new_password: 'gull-feather-on-the-mast' },
    token,
  );
  expect(response).toMatchObject({ status: 400, body: { details: [{ field: 'current_password' }] } });
});
