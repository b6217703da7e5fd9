import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { tokenHash, Tokens } from '../../src/platform/auth/tokens';
import { startApp, type TestApp } from '../app';
import { concurrently } from '../concurrently';
import { defined } from '../defined';
import { PASSWORD, type Signed, user } from '../factories';
import { until } from '../work';
import { RACE_MS, rounds, tally } from './rounds';

type Session = { token: string; refreshToken: string };

/** The cookie that every session here needs, as a browser's does. */
const COOKIE = 'half-of-every-session';

let app: TestApp;
let person: Signed;
let tokens: Tokens;
let cookieName: string;
beforeAll(async () => {
  app = await startApp();
  person = await user(app, 'realm_user', null);
  tokens = app.nest.get(Tokens, { strict: false });
  const { headers } = await app.http('POST', '/api/auth/login', {
    body: { email: person.email, password: PASSWORD },
  });
  cookieName = defined(
    headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('__Host-'))
      ?.split('=')[0],
  );
});
afterAll(() => app.close());

/** Creates a session as a sign-in does, without the time it takes to check a password. */
async function session(): Promise<Session> {
  const id = randomUUID();
  const refreshToken = tokens.firstRefresh(id);
  await app.db.query(
    `INSERT INTO sessions (id, user_id, refresh_hash, cookie_hash, idle_expires_at, expires_at)
     VALUES ($1, $2, $3, $4, now() + interval '12 hours', now() + interval '7 days')`,
    [id, person.id, tokenHash(refreshToken), tokenHash(COOKIE)],
  );
  return { refreshToken, token: tokens.access(person.id, id) };
}

const refresh = (token: string) =>
  app.http<Session>('POST', '/api/auth/refresh', { token, headers: { Cookie: `${cookieName}=${COOKIE}` } });
const logout = (token: string) => app.http('POST', '/api/auth/logout', { token });
const me = async (token: string) => (await app.http('GET', '/api/me', { token })).status;

it(
  'one hundred refreshes of one token return one new token, and the session stays open',
  async () => {
    let { refreshToken } = await session();
    for (let round = 0; round < rounds(100); round += 1) {
      const responses = await concurrently(100, () => refresh(refreshToken));
      expect(tally(responses)).toEqual({ 200: 100 });
      const successors = [...new Set(responses.map(({ body }) => body.refreshToken))];
      expect(successors).toHaveLength(1);
      expect(successors[0]).not.toBe(refreshToken);
      expect(await me(responses[round % 100]!.body.token)).toBe(200);
      refreshToken = successors[0]!;
    }
  },
  RACE_MS,
);

it(
  'tabs that refresh the same token with delays all get the same new token',
  async () => {
    const waits = fc.array(fc.nat(8), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(waits, { minLength: 1, maxLength: 5 }), async (rotations) => {
        const first = await session();
        let { refreshToken } = first;
        for (const tabs of rotations) {
          const responses = await Promise.all(
            tabs.map(async (wait) => {
              await sleep(wait);
              return refresh(refreshToken);
            }),
          );
          expect(tally(responses)).toEqual({ 200: tabs.length });
          const successors = [...new Set(responses.map(({ body }) => body.refreshToken))];
          expect(successors).toHaveLength(1);
          refreshToken = successors[0]!;
        }
        const { rows } = await app.db.query<{ generation: number; ended_at: Date | null }>(
          'SELECT generation, ended_at FROM sessions WHERE id = $1',
          [tokens.sessionOf(first.refreshToken)],
        );
        expect(rows).toEqual([{ generation: rotations.length, ended_at: null }]);
      }),
      { numRuns: rounds(100) },
    );
  },
  RACE_MS,
);

it(
  'a refresh concurrent with a logout leaves no valid token, in either order',
  async () => {
    const CONCURRENT_RACES = 20;
    const sessions: Session[] = [];
    const race = fc.record({
      refreshAfter: fc.array(fc.nat(6), { minLength: 1, maxLength: 3 }),
      logoutAfter: fc.nat(6),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(race, { minLength: CONCURRENT_RACES, maxLength: CONCURRENT_RACES }),
        async (races) => {
          await Promise.all(
            races.map(async ({ refreshAfter, logoutAfter }) => {
              const first = await session();
              sessions.push(first);
              const [signedOut] = await Promise.all([
                sleep(logoutAfter).then(() => logout(first.token)),
                ...refreshAfter.map(async (wait) => {
                  await sleep(wait);
                  const { status, body } = await refresh(first.refreshToken);
                  if (status === 200) sessions.push(body);
                  else expect(status).toBe(401);
                }),
              ]);
              expect(signedOut.status).toBe(204);
            }),
          );
        },
      ),
      { numRuns: rounds(1000 / CONCURRENT_RACES) },
    );
    expect(sessions.length).toBeGreaterThanOrEqual(rounds(1000 / CONCURRENT_RACES) * CONCURRENT_RACES);
    const accepted: number[] = [];
    for (let at = 0; at < sessions.length; at += 50) {
      await Promise.all(
        sessions.slice(at, at + 50).map(async ({ token, refreshToken }) => {
          // The server caches a session for a moment after it has ended.
          await until(async () => (await me(token)) === 401, 'its access token is refused');
          const { status } = await refresh(refreshToken);
          if (status !== 401) accepted.push(status);
        }),
      );
    }
    expect(accepted).toEqual([]);
  },
  RACE_MS,
);
