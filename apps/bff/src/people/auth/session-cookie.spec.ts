import { randomBytes } from 'node:crypto';
import { startApp, type TestApp } from '../../../test/app';
import { concurrently } from '../../../test/concurrently';
import * as make from '../../../test/factories';
import { until } from '../../../test/work';

type Session = { token: string; refreshToken: string; context?: { reason: string } };
/** A browser: its storage and its cookie jar, which holds one cookie of a session. */
type Browser = { id: number; email: string; token: string; refreshToken: string; cookie: string };

const ATTEMPTS = 100;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const isSessionCookie = (cookie: string) => cookie.startsWith('__Host-');
const sessionCookies = (headers: Headers) => headers.getSetCookie().filter(isSessionCookie);

/** The `name=value` of the cookie that a response sets. */
function cookieOf(headers: Headers): string {
  const [cookie = ''] = sessionCookies(headers);
  return cookie.split(';', 1)[0] ?? '';
}

async function signIn(email: string, cookie?: string): Promise<Browser> {
  const { body, headers } = await app.http<Session & { user: { id: number } }>('POST', '/api/auth/login', {
    body: { email, password: make.PASSWORD },
    headers: cookie ? { Cookie: cookie } : {},
  });
  const { token, refreshToken, user } = body;
  return { id: user.id, email, token, refreshToken, cookie: cookieOf(headers) };
}

const browser = async () => signIn((await make.user(app, 'realm_user', null)).email);

const refresh = (token: string, cookie?: string) =>
  app.http<Session>('POST', '/api/auth/refresh', { token, headers: cookie ? { Cookie: cookie } : {} });
const me = async (token: string) => (await app.http('GET', '/api/me', { token })).status;

const auditOf = async (userId: number, action: string) =>
  (await app.db.query('SELECT FROM audit WHERE action = $1 AND entity_id = $2', [action, String(userId)]))
    .rows.length;

const missing = { context: { reason: 'COOKIE_MISSING' } };

describe('the cookie of a browser’s session', () => {
  it('is set by a sign-in, out of reach of scripts and of other sites', async () => {
    const { email } = await make.user(app, 'realm_user', null);
    const { headers } = await app.http('POST', '/api/auth/login', {
      body: { email, password: make.PASSWORD },
    });
    expect(sessionCookies(headers)).toEqual([
      expect.stringMatching(
        /^__Host-tessera_\w{8}=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
  });

  it('is set by a registration and with a changed password, where the refresh token needs it too', async () => {
    const email = `new-${randomBytes(4).toString('hex')}@quayside.example`;
    const password = 'gull-feather-on-the-mast';
    const registered = await app.http<Session>('POST', '/api/auth/register', { body: { email, password } });
    expect((await refresh(registered.body.refreshToken)).status).toBe(401);
    expect((await refresh(registered.body.refreshToken, cookieOf(registered.headers))).status).toBe(200);

    const changed = await app.http<Session>('POST', '/api/me/password', {
      token: registered.body.token,
      body: { current_password: password, new_password: 'harbour-bell-at-dusk-19' },
    });
    expect((await refresh(changed.body.refreshToken, cookieOf(registered.headers))).status).toBe(401);
    expect((await refresh(changed.body.refreshToken, cookieOf(changed.headers))).status).toBe(200);
  });

  it('stays the same while the refresh token rotates, and is stored as a hash', async () => {
    const own = await browser();
    let { refreshToken } = own;
    for (let round = 0; round < 3; round += 1) {
      const { status, body, headers } = await refresh(refreshToken, own.cookie);
      expect(status).toBe(200);
      expect(sessionCookies(headers)).toEqual([]);
      refreshToken = body.refreshToken;
    }
    const { rows } = await app.db.query<{ row: string }>(
      'SELECT s::text AS row FROM sessions s WHERE user_id = $1',
      [own.id],
    );
    const secret = own.cookie.split('=')[1]!;
    expect(rows.filter(({ row }) => row.includes(secret))).toEqual([]);
  });

  it('is cleared by a sign-out, unless it is that of a later sign-in', async () => {
    const own = await browser();
    const signOut = ({ token }: Browser, cookie: string) =>
      app.http('POST', '/api/auth/logout', { token, headers: { Cookie: cookie } });
    const next = await signIn(own.email, own.cookie);
    expect(sessionCookies((await signOut(own, next.cookie)).headers)).toEqual([]);
    expect((await refresh(next.refreshToken, next.cookie)).status).toBe(200);
    expect(sessionCookies((await signOut(next, next.cookie)).headers)).toEqual([
      expect.stringMatching(/^__Host-tessera_\w{8}=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    ]);
  });

  it('belongs to the last sign-in of the browser', async () => {
    const first = await browser();
    const second = await signIn(first.email, first.cookie);
    expect(second.cookie.split('=')[0]).toBe(first.cookie.split('=')[0]);
    expect((await refresh(second.refreshToken, second.cookie)).status).toBe(200);
    expect((await refresh(first.refreshToken, second.cookie)).status).toBe(401);
  });

  it('has another name in another installation, whose cookies a browser would send too', async () => {
    const other = await startApp({ TOKEN_SECRET: 'another secret of the tests, long enough too' });
    const { email } = await make.user(other, 'realm_user', null);
    const { headers } = await other.http('POST', '/api/auth/login', {
      body: { email, password: make.PASSWORD },
    });
    await other.close();
    const own = await browser();
    expect(cookieOf(headers).split('=')[0]).not.toBe(own.cookie.split('=')[0]);
  });
});

describe('a thief', () => {
  it('with the storage alone gets no session in 100 attempts, and ends none', async () => {
    const own = await browser();
    const next = (await refresh(own.refreshToken, own.cookie)).body;
    const [name] = own.cookie.split('=');
    // The current token and one that has been replaced, without a cookie and with made-up and foreign ones.
    const foreign = (await browser()).cookie;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const cookie = [undefined, foreign, `${name}=`, `${name}=${randomBytes(32).toString('base64url')}`][
        attempt % 4
      ];
      const stolen = attempt % 8 < 4 ? next.refreshToken : own.refreshToken;
      const { status, body } = await refresh(stolen, cookie);
      expect({ status, ...body }).toMatchObject({ status: 401, ...missing });
    }
    expect(await me(next.token)).toBe(200);
    expect((await refresh(next.refreshToken, own.cookie)).status).toBe(200);
    expect(await auditOf(own.id, 'session.refresh_without_cookie')).toBe(1);
    expect(await auditOf(own.id, 'session.refresh_reused')).toBe(0);
  });

  it('with a token of the storage that was replaced long ago doesn’t end the session', async () => {
    const own = await browser();
    const second = (await refresh(own.refreshToken, own.cookie)).body;
    const third = (await refresh(second.refreshToken, own.cookie)).body;
    const { status, body } = await refresh(own.refreshToken);
    expect({ status, context: body.context }).toEqual({ status: 401, context: undefined });
    expect((await refresh(third.refreshToken, own.cookie)).status).toBe(200);
  });

  it('with the cookie alone gets no session in 100 attempts, and ends none', async () => {
    const own = await browser();
    const [id = ''] = own.refreshToken.split('.');
    const other = await browser();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const token = [`${id}.${randomBytes(32).toString('base64url')}`, own.token, other.refreshToken][
        attempt % 3
      ]!;
      expect((await refresh(token, own.cookie)).status).toBe(401);
    }
    expect((await app.http('POST', '/api/auth/refresh', { headers: { Cookie: own.cookie } })).status).toBe(
      401,
    );
    expect((await app.http('GET', '/api/me', { headers: { Cookie: own.cookie } })).status).toBe(401);
    expect((await refresh(own.refreshToken, own.cookie)).status).toBe(200);
  });

  it('doesn’t share a refresh that the browser has just sent', async () => {
    const own = await browser();
    const responses = await concurrently(40, (index) =>
      index % 2 === 0 ? refresh(own.refreshToken, own.cookie) : refresh(own.refreshToken),
    );
    expect(responses.map(({ status }) => status)).toEqual(
      responses.map((_, index) => (index % 2 === 0 ? 200 : 401)),
    );
  });

  it('with both halves is found by the reuse of a token, as ever', async () => {
    const own = await browser();
    const second = (await refresh(own.refreshToken, own.cookie)).body;
    const third = (await refresh(second.refreshToken, own.cookie)).body;
    expect((await refresh(own.refreshToken, own.cookie)).status).toBe(401);
    await until(async () => (await me(third.token)) === 401, 'the session ends');
    expect(await auditOf(own.id, 'session.refresh_reused')).toBe(1);
  });
});

describe('two tabs', () => {
  it('that refresh ten times at once get the same successor, also within 30 seconds', async () => {
    const own = await browser();
    const responses = await concurrently(10, () => refresh(own.refreshToken, own.cookie));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    const successors = new Set(responses.map(({ body }) => body.refreshToken));
    expect(successors.size).toBe(1);
    const late = await refresh(own.refreshToken, own.cookie);
    expect(late.body.refreshToken).toBe([...successors][0]);
  });
});

describe('a whole refresh token', () => {
  const sessions = async (token: string) =>
    (await app.http<{ client: string; current: boolean }[]>('GET', '/api/me/sessions', { token })).body;

  it('is given to API clients, which get no cookie and show as such', async () => {
    const { email } = await make.user(app, 'realm_user', null);
    const { body, headers } = await app.http<Session>('POST', '/api/auth/login', {
      body: { email, password: make.PASSWORD, client: 'api' },
    });
    expect(sessionCookies(headers)).toEqual([]);
    const next = await refresh(body.refreshToken);
    expect(next.status).toBe(200);
    expect((await sessions(next.body.token)).find(({ current }) => current)).toMatchObject({ client: 'api' });
    const changed = await app.http<Session>('POST', '/api/me/password', {
      token: next.body.token,
      body: { current_password: make.PASSWORD, new_password: 'harbour-bell-at-dusk-19' },
    });
    expect(sessionCookies(changed.headers)).toEqual([]);
    expect((await refresh(changed.body.refreshToken)).status).toBe(200);
  });

  it('of a version without these cookies is valid until its session ends', async () => {
    const own = await browser();
    await app.db.query('UPDATE sessions SET cookie_hash = NULL WHERE id = $1', [
      own.refreshToken.split('.')[0],
    ]);
    const second = await refresh(own.refreshToken);
    const third = await refresh(second.body.refreshToken);
    expect([second.status, third.status]).toEqual([200, 200]);
    expect(sessionCookies(third.headers)).toEqual([]);
    expect((await sessions(third.body.token)).find(({ current }) => current)).toMatchObject({
      client: 'browser',
    });
  });

  it('is given for no other kind of client', async () => {
    const { email } = await make.user(app, 'realm_user', null);
    const { status } = await app.http('POST', '/api/auth/login', {
      body: { email, password: make.PASSWORD, client: 'none' },
    });
    expect(status).toBe(400);
  });
});
