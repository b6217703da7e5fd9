import { startApp, type TestApp } from '../../../test/app';
import { Authenticator } from '../../../test/authenticator';
import { admin, PASSWORD, realm, type Signed, user } from '../../../test/factories';
import { ORIGIN, passkeyCalls } from '../../../test/passkeys';
import { enableTwoFactor } from '../../../test/two-factor';
import { until } from '../../../test/work';
import type { SecondFactorRuleDto } from './second-factor-rules.dto';

type ApiError = { code: string; reason?: string };
type Me = { second_factor_by: string | null };

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ PUBLIC_URL: ORIGIN });
});
afterAll(() => app.close());

const ofRealm = (id: number) => `/realms/${id}/second-factor-rule`;
const OF_ADMINISTRATORS = '/administrators/second-factor-rule';
const get = async (path: string, { token }: Signed) =>
  (await app.http<SecondFactorRuleDto>('GET', `/api${path}`, { token })).body;
const set = (path: string, { token }: Signed, body: object) =>
  app.http<SecondFactorRuleDto & ApiError>('PUT', `/api${path}`, { token, body });
const me = async ({ token }: Signed) => (await app.http<Me>('GET', '/api/me', { token })).body;
const tasks = async ({ token }: Signed) => app.http<ApiError>('GET', '/api/tasks', { token });
const inDays = (days: number) => Date.now() + days * 86_400_000;
/** A change reaches sessions within a second. */
const becomes = (who: Signed, status: number) =>
  until(async () => (await tasks(who)).status === status, `the tasks answer ${status}`);

async function people() {
  const realmId = await realm(app);
  const owner = await user(app, 'realm_owner', realmId);
  await enableTwoFactor(app, owner.token);
  return { realmId, owner, person: await user(app, 'realm_user', realmId) };
}

const addPasskey = async (who: Signed) =>
  (await passkeyCalls(app).add(who, new Authenticator(ORIGIN))).body.id;

describe('a second factor that a realm requires', () => {
  it('shows how many people have none before it is switched on', async () => {
    const { realmId, owner } = await people();
    await app.db.query("UPDATE users SET status = 'disabled' WHERE id = $1", [
      (await user(app, 'realm_user', realmId)).id,
    ]);
    expect(await get(ofRealm(realmId), owner)).toEqual({ required_from: null, people: 2, without: 1 });
  });

  it('says during the days of grace until when, and changes nothing else', async () => {
    const { realmId, owner, person } = await people();
    const { body } = await set(ofRealm(realmId), owner, { required: true, days: 7 });
    expect(Math.abs(Date.parse(String(body.required_from)) - inDays(7))).toBeLessThan(60_000);
    expect((await me(person)).second_factor_by).toBe(body.required_from);
    expect((await me(owner)).second_factor_by).toBeNull();
    expect((await tasks(person)).status).toBe(200);
  });

  it('leaves only what sets one up afterwards, until there is one', async () => {
    const { realmId, owner, person } = await people();
    await set(ofRealm(realmId), owner, { required: true, days: 0 });
    await becomes(person, 403);
    expect(await tasks(person)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', reason: 'SECOND_FACTOR_DUE' },
    });
    for (const path of ['/me', '/me/second-factor', '/me/passkeys', '/me/preferences', '/modules'])
      expect([path, (await app.http('GET', `/api${path}`, { token: person.token })).status]).toEqual([
        path,
        200,
      ]);
    expect((await app.http('GET', '/api/stream', { token: person.token })).status).toBe(403);
    expect((await tasks(owner)).status).toBe(200);
    await addPasskey(person);
    await becomes(person, 200);
    expect((await me(person)).second_factor_by).toBeNull();
  });

  it('signs in and out all the same', async () => {
    const { realmId, owner, person } = await people();
    await set(ofRealm(realmId), owner, { required: true, days: 0 });
    const { status, body } = await app.http<Signed>('POST', '/api/auth/login', {
      body: { email: person.email, password: PASSWORD },
    });
    expect(status).toBe(200);
    await becomes(body, 403);
    expect((await app.http('POST', '/api/auth/logout', { token: body.token })).status).toBe(204);
  });

  it('is switched back by an administrator or owner, audited each time', async () => {
    const { realmId, owner, person } = await people();
    await set(ofRealm(realmId), await admin(app), { required: true, days: 0 });
    await becomes(person, 403);
    const { body } = await set(ofRealm(realmId), owner, { required: false });
    expect(body).toEqual({ required_from: null, people: 2, without: 1 });
    await becomes(person, 200);
    const { rows } = await app.db.query<{ before: object; after: object }>(
      "SELECT before, after FROM audit WHERE action = 'realm.second_factor' AND realm_id = $1 ORDER BY id",
      [realmId],
    );
    expect(rows).toMatchObject([{ before: { required_from: null } }, { after: { required_from: null } }]);
  });

  it('keeps the last second factor of each, though not one of several', async () => {
    const { realmId, owner, person } = await people();
    const [first, second] = [await addPasskey(person), await addPasskey(person)];
    await set(ofRealm(realmId), owner, { required: true, days: 30 });
    const remove = (id: number) =>
      app.http<ApiError>('DELETE', `/api/me/passkeys/${id}`, { token: person.token });
    expect((await remove(first)).status).toBe(204);
    expect(await remove(second)).toMatchObject({ status: 409, body: { reason: 'LAST_SECOND_FACTOR' } });
    const [code] = await enableTwoFactor(app, person.token);
    expect((await remove(second)).status).toBe(204);
    const off = await app.http<ApiError>('POST', '/api/me/second-factor/remove', {
      token: person.token,
      body: { current_password: PASSWORD, code },
    });
    expect(off).toMatchObject({ status: 409, body: { reason: 'LAST_SECOND_FACTOR' } });
  });

  it('is nothing that another realm or a realm’s users see or set', async () => {
    const [{ realmId, person }, { owner }] = [await people(), await people()];
    const status = async (who: Signed) => [
      (await app.http('GET', `/api${ofRealm(realmId)}`, { token: who.token })).status,
      (await set(ofRealm(realmId), who, { required: true })).status,
    ];
    expect(await status(owner)).toEqual([404, 404]);
    expect(await status(person)).toEqual([403, 403]);
  });

  it.each([[-1], [31], [1.5]])('refuses %s days of grace', async (days) => {
    const { realmId, owner } = await people();
    expect((await set(ofRealm(realmId), owner, { required: true, days })).status).toBe(400);
  });
});

describe('a second factor that administrators must have', () => {
  it('concerns administrators alone, and is theirs to set', async () => {
    const { owner, person } = await people();
    const boss = await admin(app);
    expect((await set(OF_ADMINISTRATORS, owner, { required: true })).status).toBe(403);
    expect(await get(OF_ADMINISTRATORS, boss)).toEqual({ required_from: null, people: 1, without: 1 });
    await set(OF_ADMINISTRATORS, boss, { required: true, days: 0 });
    await becomes(boss, 403);
    expect((await tasks(person)).status).toBe(200);
    expect((await set(OF_ADMINISTRATORS, boss, { required: false })).status).toBe(403);
    await addPasskey(boss);
    await becomes(boss, 200);
    expect((await set(OF_ADMINISTRATORS, boss, { required: false })).status).toBe(200);
    expect((await me(boss)).second_factor_by).toBeNull();
  });
});
