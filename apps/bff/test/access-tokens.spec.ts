import { createSecretKey } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { startApp, startBeside, type TestApp } from './app';
import * as make from './factories';

const KEY = createSecretKey(Buffer.from('a secret of the tests alone, long enough'));

let app: TestApp;
let user: make.Signed;
let sid: string;
beforeAll(async () => {
  app = await startApp();
  user = await make.user(app, 'realm_user', null);
  const { rows } = await app.db.query<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1', [
    user.id,
  ]);
  sid = rows[0]!.id;
});
afterAll(() => app.close());

const me = async (token: string, of = app) => (await of.http('GET', '/api/me', { token })).status;
const right = { issuer: 'tessera', audience: 'tessera-api', subject: () => String(user.id), expiresIn: 60 };

/** A valid token with some claims replaced; undefined leaves a claim out. */
function sign(change: Partial<Record<'issuer' | 'audience' | 'expiresIn', unknown>> = {}, key = KEY): string {
  const options = { ...right, subject: String(user.id), algorithm: 'HS256', ...change };
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return new JwtService().sign({ sid }, { secret: key as never, ...given });
}

it('are accepted with the right signature, issuer, audience and expiry', async () => {
  expect(await me(user.token)).toBe(200);
  expect(await me(sign())).toBe(200);
});

it.each([
  ['another key', () => sign({}, createSecretKey(Buffer.from('a secret that somebody else made up')))],
  ['another issuer', () => sign({ issuer: 'somebody' })],
  ['no issuer', () => sign({ issuer: undefined })],
  ['another audience', () => sign({ audience: 'another-api' })],
  ['no audience', () => sign({ audience: undefined })],
  ['no expiry', () => sign({ expiresIn: undefined })],
  ['an expiry that has passed', () => sign({ expiresIn: -1 })],
  ['another algorithm', () => sign({ algorithm: 'HS384' } as object)],
  ['no signature', () => `${sign().split('.').slice(0, 2).join('.')}.`],
  ['nothing in it', () => 'x'],
])('are refused with %s', async (_, token) => {
  expect(await me(token())).toBe(401);
});

it('are ignored on public routes when they are invalid', async () => {
  expect((await app.http('GET', '/api/modules', { token: 'x' })).status).toBe(200);
});

it('are checked by each application against its own sessions', async () => {
  const beside = await startBeside(app);
  expect(await me(user.token, beside)).toBe(200);
  await beside.close();
  expect(await me(user.token)).toBe(200);
  expect(await me(sign({ audience: 'another-api' }))).toBe(401);
});
