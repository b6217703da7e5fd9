import { startApp, startBeside, type TestApp } from '../../../../test/app';
import * as make from '../../../../test/factories';
import { expectRetryWithin, GUESS_WINDOW_S } from '../../../../test/retry-after';
import { turnOnFactor } from '../../../../test/second-factors';

type ApiError = { code: string };

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '127.0.0.0/8' });
});
afterAll(() => app.close());
beforeEach(() => app.db.query('DELETE FROM guess_budgets'));

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
function tally(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
/** The cookie that a browser stores after a sign-in. */
async function deviceOf(email: string): Promise<string> {
  const answer = await login(email, { ...right, from: '198.51.100.200' });
  expect(answer.status).toBe(200);
  return answer.headers.get('set-cookie')!.split(';')[0]!;
}

describe('guesses at the password of one account', () => {
  it('are checked no more often than the limit allows: 200 in parallel over two processes', async () => {
    const { email } = await person();
    const secondServer = await startBeside(app);
    const spellings = [email, email.toUpperCase(), ` ${email}`];
    const answers = await times(200, (index) =>
      login(
        spellings[index % 3]!,
        index % 2 ? { at: secondServer, from: '127.0.0.1' } : { from: '127.0.0.1' },
      ),
    );
    await secondServer.close();
    expect(tally(answers)).toEqual({ 401: 10, 429: 190 });
    const refused = await login(email, { from: '127.0.0.1' });
    expectRetryWithin(refused.headers, GUESS_WINDOW_S);
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
    const answers = await times(30, (index) => login(email, { from: `2001:db8:1:2::${index + 1}` }));
    expect(tally(answers)).toEqual({ 401: 10, 429: 20 });
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
    // The first is checked at once, the next after 10 s, and further ones are refused.
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
  }, 30_000);

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

it('limits the failures of one address over all accounts', async () => {
  const answers: { status: number }[] = [];
  for (let round = 0; round < 13; round += 1)
    answers.push(...(await times(10, (index) => login(`nobody-${round}-${index}@quayside.example`))));
  expect(tally(answers)).toEqual({ 401: 100, 429: 30 });
  const { email } = await person();
  expect((await login(email, right)).status).toBe(429);
  expect((await login(email, { ...right, from: '203.0.113.9' })).status).toBe(200);
}, 30_000);

it('limits guesses at a code from all addresses together, and those of a known device separately', async () => {
  const user = await person();
  const cookie = await deviceOf(user.email);
  const [recovery] = await turnOnFactor(app, user.token);
  const guess = (index: number) =>
    login(user.email, { ...right, code: '000000', from: `198.51.100.${index}` });
  const answers = await times(40, guess);
  expect(tally(answers)).toEqual({ 401: 10, 429: 30 });
  expect((await login(user.email, { ...right, code: recovery, from: '203.0.113.77' })).status).toBe(429);
  expect((await login(user.email, { ...right, code: recovery, cookie })).status).toBe(200);
}, 30_000);

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
