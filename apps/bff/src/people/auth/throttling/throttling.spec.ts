import { startApp, startBeside, type TestApp } from '../../../../test/app';
import * as make from '../../../../test/factories';
import { expectRetryWithin, GUESS_WINDOW_S } from '../../../../test/retry-after';
import { enableTwoFactor } from '../../../../test/two-factor';
import { Housekeeping } from '../../../platform/retention/housekeeping';

type ApiError = { code: string };

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '127.0.0.0/8' });
});
afterAll(() => app.close());
beforeEach(() => app.db.query('DELETE FROM guess_budgets; DELETE FROM notifications'));

type Guess = { password?: string; from?: string; cookie?: string; code?: string; at?: TestApp };

const login = (
  email: string,
  { password = 'wrong', from = '203.0.113.1', cookie, code, at = app }: Guess = {},
) =>
  at.http<ApiError>('POST', '/api/auth/login', {
    body: { email, password, code },
    headers: { 'X-Forwarded-For': from, ...(cookie && { Cookie: cookie }) },
  });
const right = { password: make.PASSWORD };
const person = () => make.user(app, 'realm_user', null);
/** Counts responses by status. */
function tally(responses: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
/** As `times`, in rounds one after another. */
async function rounds<T>(count: number, size: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let round = 0; round < count; round += 1) all.push(...(await times(size, work)));
  return all;
}
/** The cookie that a browser stores after a sign-in. */
async function deviceOf(email: string, code?: string): Promise<string> {
  const response = await login(email, { ...right, code, from: '198.51.100.200' });
  expect(response.status).toBe(200);
  return response.headers.get('set-cookie')!.split(';')[0]!;
}

describe('guesses at the password of one account', () => {
  it('are checked no more often than the limit allows: 200 in parallel over two processes', async () => {
    const { email } = await person();
    const secondServer = await startBeside(app);
    const spellings = [email, email.toUpperCase(), ` ${email}`];
    const responses = await times(200, (index) =>
      login(
        spellings[index % 3]!,
        index % 2 ? { at: secondServer, from: '127.0.0.1' } : { from: '127.0.0.1' },
      ),
    );
    await secondServer.close();
    // A guess that had to wait too long for a connection is answered 503, on a busy machine.
    const { 401: checked = 0, 429: rejections = 0, 503: busy = 0 } = tally(responses);
    expect(checked).toBeLessThanOrEqual(10);
    expect(checked + busy).toBeGreaterThanOrEqual(10);
    expect(checked + rejections + busy).toBe(200);
    const rejected = await login(email, { from: '127.0.0.1' });
    expectRetryWithin(rejected.headers, GUESS_WINDOW_S);
  });

  it('count equally for an account that does not exist, in any spelling', async () => {
    const spelling = (index: number) => ['ghost@quayside.example', 'ＧＨＯＳＴ@quayside.example'][index % 2]!;
    expect(tally(await times(30, (index) => login(spelling(index))))).toEqual({ 401: 10, 429: 20 });
  });

  it('count by address: another one can sign in', async () => {
    const { email } = await person();
    await times(12, () => login(email));
    expect((await login(email, right)).status).toBe(429);
    expect((await login(email, { ...right, from: '203.0.113.2' })).status).toBe(200);
  });

  it('count by the /64 of an IPv6 address', async () => {
    const { email } = await person();
    const responses = await times(30, (index) => login(email, { from: `2001:db8:1:2::${index + 1}` }));
    expect(tally(responses)).toEqual({ 401: 10, 429: 20 });
    expect((await login(email, { ...right, from: '2001:db8:1:3::1' })).status).toBe(200);
  });

  it('do not count when they are right', async () => {
    const { email } = await person();
    for (let round = 0; round < 12; round += 1) expect((await login(email, right)).status).toBe(200);
  });

  it('slow down sign-ins from all addresses beyond ten times the limit, but not from a known device', async () => {
    const { email } = await person();
    const cookie = await deviceOf(email);
    const guesses = await times(100, (index) =>
      login(email, { from: `198.51.100.${Math.floor(index / 10)}` }),
    );
    expect(tally(guesses)).toEqual({ 401: 100 });
    // The first is checked at once, the next after 10 s, and further ones are rejected.
    expect((await login(email, { ...right, from: '203.0.113.50' })).status).toBe(200);
    const turn = async (seconds: number) => {
      await app.db.query(
        'UPDATE guess_budgets SET next_at = now() + make_interval(secs => $1) WHERE next_at IS NOT NULL',
        [seconds],
      );
    };
    await turn(0.5);
    expect((await login(email, { from: '203.0.113.51' })).status).toBe(401);
    await turn(30);
    const slowed = await login(email, { ...right, from: '203.0.113.52' });
    expect(slowed.status).toBe(429);
    expectRetryWithin(slowed.headers, 30);
    expect((await login(email, { ...right, cookie, from: '198.51.100.1' })).status).toBe(200);
  });

  it('of a known device have a separate limit', async () => {
    const { email } = await person();
    const cookie = await deviceOf(email);
    expect(tally(await times(15, () => login(email, { cookie })))).toEqual({ 401: 10, 429: 5 });
    expect((await login(email, { ...right, cookie })).status).toBe(429);
    expect((await login(email, right)).status).toBe(200);
  });

  it('ignore a device cookie of another account or with a wrong signature', async () => {
    const [mine, theirs] = [await person(), await person()];
    const cookie = await deviceOf(mine.email);
    await times(12, () => login(theirs.email));
    const [name, value = ''] = cookie.split('=');
    const forged = [
      cookie.replace(`_${mine.id}=`, `_${theirs.id}=`),
      `tessera_device_${theirs.id}=${value.split('.')[0]}.x`,
      `tessera_device_${theirs.id}=`,
      `${name}=${value}; tessera_device_${theirs.id}`,
    ];
    for (const attempt of forged)
      expect((await login(theirs.email, { ...right, cookie: attempt })).status).toBe(429);
  });
});

describe('known devices of one account', () => {
  /** The cookies of a browser that signs in once for each address, as a new device each time. */
  const devicesOf = async (email: string, count: number): Promise<string[]> => {
    const cookies: string[] = [];
    for (let index = 0; index < count; index += 1) cookies.push(await deviceOf(email));
    return cookies;
  };
  const stored = async (userId: number) =>
    (await app.db.query('SELECT FROM known_devices WHERE user_id = $1', [userId])).rowCount;

  it('share three times the limit of passwords and of codes, however many there are', async () => {
    const user = await person();
    const [recovery] = await enableTwoFactor(app, user.token);
    const restoreCodes = () =>
      app.db.query('UPDATE recovery_codes SET used_at = NULL WHERE user_id = $1', [user.id]);
    const cookies: string[] = [];
    for (let index = 0; index < 8; index += 1) {
      cookies.push(await deviceOf(user.email, recovery));
      await restoreCodes();
    }
    const guesses = (guess: Guess) =>
      rounds(10, 8, (index) => login(user.email, { ...guess, cookie: cookies[index] }));
    expect(tally(await guesses({}))).toEqual({ 401: 30, 429: 50 });
    await app.db.query('DELETE FROM guess_budgets');
    expect(tally(await guesses({ ...right, code: '000000' }))).toEqual({ 401: 30, 429: 50 });
    // Guesses with cookies leave the budgets of unknown browsers alone.
    expect((await login(user.email, { ...right, code: recovery, from: '203.0.113.8' })).status).toBe(200);
  });

  it('share it with the sessions of the account', async () => {
    const user = await person();
    const sessions = [user];
    for (let index = 0; index < 5; index += 1) sessions.push(await make.signIn(app, user.email));
    const guess = (index: number) =>
      app.http<ApiError>('POST', '/api/me/reauthenticate', {
        token: sessions[index % 6]!.token,
        body: { password: 'wrong' },
      });
    expect(tally(await rounds(10, 6, guess))).toEqual({ 400: 30, 429: 30 });
  });

  it('are at most ten: the one not seen for longest is forgotten, also when many sign in at once', async () => {
    const { id, email } = await person();
    const [first, second] = await devicesOf(email, 2);
    await times(12, () => login(email, right));
    expect(await stored(id)).toBe(10);
    for (const cookie of [first, second]) {
      await times(10, () => login(email, { cookie, from: '203.0.113.60' }));
      expect((await login(email, { ...right, cookie, from: '203.0.113.60' })).status).toBe(429);
      await app.db.query('DELETE FROM guess_budgets');
    }
  });

  it('keep their place when they sign in again', async () => {
    const { id, email } = await person();
    const cookie = await deviceOf(email);
    for (let round = 0; round < 11; round += 1) {
      await login(email, right);
      expect((await login(email, { ...right, cookie })).headers.get('set-cookie')).toContain(cookie);
    }
    expect(await stored(id)).toBe(10);
  });

  it.each([
    [
      'the password changes',
      async (user: make.Signed) => {
        const body = { current_password: make.PASSWORD, new_password: 'three-lanterns-by-the-quay' };
        return app.http('POST', '/api/me/password', { token: user.token, body });
      },
    ],
    [
      'an administrator sets the password',
      async (user: make.Signed) =>
        app.http('POST', `/api/users/${user.id}/password`, {
          token: (await make.admin(app)).token,
          body: { password: 'three-lanterns-by-the-quay' },
        }),
    ],
    [
      'a link resets the password',
      async (user: make.Signed) => {
        const { body } = await app.http<{ token: string }>('POST', `/api/users/${user.id}/password-reset`, {
          token: (await make.admin(app)).token,
        });
        const reset = { token: body.token, password: 'three-lanterns-by-the-quay' };
        return app.http('POST', '/api/auth/reset-password', { body: reset });
      },
    ],
    [
      'the second factor is turned on',
      async (user: make.Signed) => {
        await enableTwoFactor(app, user.token);
        return { status: 200 };
      },
    ],
  ])('are forgotten when %s', async (_, change) => {
    const user = await person();
    await devicesOf(user.email, 2);
    expect(await stored(user.id)).toBeGreaterThan(1);
    expect((await change(user)).status).toBeLessThan(300);
    expect(await stored(user.id)).toBe(0);
  });

  it('are forgotten when two-factor authentication is disabled or removed', async () => {
    const user = await person();
    const codes = await enableTwoFactor(app, user.token);
    const use = (code: string) => login(user.email, { ...right, code, from: '198.51.100.7' });
    expect((await use(codes[0]!)).status).toBe(200);
    expect(await stored(user.id)).toBe(1);
    const body = { current_password: make.PASSWORD, code: codes[1] };
    await app.http('POST', '/api/me/second-factor/remove', { token: user.token, body });
    expect(await stored(user.id)).toBe(0);
    const [code] = await enableTwoFactor(app, user.token);
    expect((await use(code!)).status).toBe(200);
    const { token } = await make.admin(app);
    expect((await app.http('DELETE', `/api/users/${user.id}/second-factor`, { token })).status).toBe(204);
    expect(await stored(user.id)).toBe(0);
  });

  it('are removed 180 days after the last sign-in', async () => {
    const { id, email } = await person();
    const cookie = await deviceOf(email);
    await app.db.query("UPDATE known_devices SET seen_at = now() - interval '181 days' WHERE user_id = $1", [
      id,
    ]);
    await times(10, () => login(email, { cookie }));
    expect((await login(email, { ...right, cookie })).status).toBe(429);
    await app.nest.get(Housekeeping, { strict: false }).clean();
    expect(await stored(id)).toBe(0);
  });
});

it('limits the failures of one address over all accounts', async () => {
  const responses: { status: number }[] = [];
  for (let round = 0; round < 13; round += 1)
    responses.push(...(await times(10, (index) => login(`nobody-${round}-${index}@quayside.example`))));
  expect(tally(responses)).toEqual({ 401: 100, 429: 30 });
  const { email } = await person();
  expect((await login(email, right)).status).toBe(429);
  expect((await login(email, { ...right, from: '203.0.113.9' })).status).toBe(200);
});

it('limits guesses at a code from all addresses together, and those of a known device separately', async () => {
  const user = await person();
  const [first, recovery] = await enableTwoFactor(app, user.token);
  const cookie = await deviceOf(user.email, first);
  const guess = (index: number) =>
    login(user.email, { ...right, code: '000000', from: `198.51.100.${index}` });
  const responses = await times(40, guess);
  expect(tally(responses)).toEqual({ 401: 10, 429: 30 });
  expect((await login(user.email, { ...right, code: recovery, from: '203.0.113.77' })).status).toBe(429);
  expect((await login(user.email, { ...right, code: recovery, cookie })).status).toBe(200);
});

describe('registrations without an invitation', () => {
  const register = (name: string, from: string) =>
    app.http<ApiError>('POST', '/api/auth/register', {
      body: { email: `${name}@quayside.example`, password: 'three-lanterns-by-the-quay', name },
      headers: { 'X-Forwarded-For': from },
    });

  it('are limited by address, and reach the administrators as one line', async () => {
    const responses = await times(20, (index) => register(`crowd-${index}`, '203.0.113.21'));
    expect(tally(responses)).toEqual({ 201: 10, 429: 10 });
    const rejected = await register('crowd-again', '203.0.113.21');
    expectRetryWithin(rejected.headers, GUESS_WINDOW_S);
    expect((await register('neighbour', '203.0.113.22')).status).toBe(201);
    const { token } = await make.admin(app);
    const { body } = await app.http<{ count: number; title: string }[]>(
      'GET',
      '/api/notifications?topic=security&unread=true',
      { token },
    );
    expect(body.filter(({ title }) => title.includes('waiting for a realm'))).toMatchObject([{ count: 11 }]);
  });

  it('are limited over all addresses', async () => {
    const responses: { status: number }[] = [];
    for (let round = 0; round < 11; round += 1)
      responses.push(
        ...(await times(10, (index) => register(`many-${round}-${index}`, `198.51.100.${round + 1}`))),
      );
    expect(tally(responses)).toEqual({ 201: 100, 429: 10 });
  });

  it('leave invitations alone', async () => {
    await times(10, (index) => register(`full-${index}`, '203.0.113.23'));
    const { token } = await make.admin(app);
    const invitation = await app.http<{ token: string }>('POST', '/api/invitations', {
      token,
      body: { role: 'realm_user', realm_id: await make.realm(app) },
    });
    const response = await app.http('POST', '/api/auth/register', {
      body: {
        email: 'invited@quayside.example',
        password: 'three-lanterns-by-the-quay',
        invitation_token: invitation.body.token,
      },
      headers: { 'X-Forwarded-For': '203.0.113.23' },
    });
    expect(response.status).toBe(201);
  });
});

it('lets others sign in while one address has 60 sign-ins in progress', async () => {
  const { email } = await person();
  const flood = times(60, (index) => login(`nobody-${index}@quayside.example`));
  expect((await login(email, { ...right, from: '203.0.113.9' })).status).toBe(200);
  await flood;
});

it('counts guesses of a session at its own password separately from sign-ins', async () => {
  const user = await person();
  const guess = () =>
    app.http<ApiError>('POST', '/api/me/reauthenticate', { token: user.token, body: { password: 'wrong' } });
  expect(tally(await times(15, guess))).toEqual({ 400: 10, 429: 5 });
  expect((await login(user.email, right)).status).toBe(200);
});

it('audits failed sign-ins of accounts, but not those of unknown accounts', async () => {
  const user = await person();
  await login(user.email);
  await login('ghost@quayside.example');
  const { rows } = await app.db.query(
    `SELECT entity_id, address FROM audit WHERE action = 'session.sign_in_failed' ORDER BY id DESC LIMIT 1`,
  );
  expect(rows).toEqual([{ entity_id: String(user.id), address: '203.0.113.1' }]);
  const { rows: stored } = await app.db.query<{ bucket: string }>('SELECT bucket FROM guess_budgets');
  expect(JSON.stringify(stored)).not.toContain('ghost');
});
