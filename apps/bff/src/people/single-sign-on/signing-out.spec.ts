import { defined } from '../../../test/defined';
import * as make from '../../../test/factories';
import { type IdentityProvider, startIdentityProvider, WayThere } from '../../../test/identity-provider';
import { SingleSignOnRig, type SsoSession } from '../../../test/single-sign-on';

const rig = new SingleSignOnRig();
const { addPerson, addProvider, auditOf, call, me, refresh, signIn, untilEnded, visit } = rig;

describe('signing out', () => {
  it('leads to the provider with the ID token, once', async () => {
    const { body } = await signIn(addPerson('ida'));
    const out = await call<{ url: string }>('POST', '/auth/logout', body.token);
    const url = new URL(out.body.url);
    expect([out.status, url.origin]).toEqual([200, rig.idp.issuer]);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${rig.app.url}/auth/login`);
    await untilEnded(body.token);
    const person = await make.user(rig.app, 'realm_user', rig.realm);
    expect((await call('POST', '/auth/logout', person.token)).status).toBe(204);
  });

  it('at the provider ends the session here', async () => {
    const browser = new WayThere();
    const { body } = await signIn(addPerson('ida'), browser);
    const other = await signIn(addPerson('bo'));
    const page = await browser.request(`${rig.idp.issuer}/session/end`);
    const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(await page.text()) ?? [];
    await browser.request(`${rig.idp.issuer}/session/end/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf: xsrf ?? '', logout: 'yes' }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    await untilEnded(body.token);
    expect(await me(other.body.token)).toBe(200);
    expect((await auditOf(body.user.id)).at(-1)).toBe('session.ended_by_provider');
  });

  const claims = (fields: object) => ({
    iss: rig.idp.issuer,
    aud: rig.idp.client.client_id,
    iat: Math.floor(Date.now() / 1000),
    jti: `${rig.realm}-once`,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    ...fields,
  });
  const send = async (fields: object) =>
    rig.app.http('POST', `/api/auth/sso/${rig.provider}/backchannel-logout`, {
      text: new URLSearchParams({ logout_token: await rig.idp.sign(claims(fields)) }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });

  it('takes a logout token by subject once, and none that does not hold', async () => {
    const person = addPerson('ida');
    const { body } = await signIn(person);
    for (const broken of [
      { iss: 'https://other.example' },
      { aud: 'another-client' },
      { iat: 1_700_000_000 },
      { events: {} },
      { nonce: 'n' },
      { sub: undefined },
    ])
      expect([broken, (await send({ sub: person, ...broken })).status]).toEqual([broken, 400]);
    expect(await me(body.token)).toBe(200);
    expect((await send({ sub: person })).status).toBe(204);
    await untilEnded(body.token);
    const again = await signIn(person);
    expect((await send({ sub: person })).status).toBe(400);
    expect(await me(again.body.token)).toBe(200);
  });
});

describe('a provider that sends no logouts', () => {
  let quiet: IdentityProvider;
  let person: string;
  let browser: WayThere;
  let session: { body: SsoSession; headers: Headers };
  beforeEach(async () => {
    quiet = await startIdentityProvider({ sendsLogouts: false });
    await rig.app.db.query('DELETE FROM identity_providers');
    rig.provider = await addProvider({}, quiet);
    person = addPerson('ida');
    quiet.people.set(person, defined(rig.idp.people.get(person)));
    browser = new WayThere();
    session = await signIn(person, browser);
  });
  afterEach(() => quiet.close());

  const makeDue = () =>
    rig.app.db.query("UPDATE provider_sessions SET checked_at = now() - interval '11 minutes'");
  const asked = () => quiet.requests.get('/token') ?? 0;

  it('is asked at a refresh, at most every ten minutes', async () => {
    const before = asked();
    const first = await refresh(session.body.refreshToken, browser, session.headers);
    expect([first.status, asked() - before]).toEqual([200, 0]);
    await makeDue();
    const second = await refresh(first.body.refreshToken, browser, session.headers);
    expect([second.status, asked() - before]).toEqual([200, 1]);
    const third = await refresh(second.body.refreshToken, browser, session.headers);
    expect([third.status, asked() - before]).toEqual([200, 1]);
  });

  it('ends the session by its refusal, and not by being down', async () => {
    await makeDue();
    await quiet.close();
    const first = await refresh(session.body.refreshToken, browser, session.headers);
    expect(first.status).toBe(200);
    await quiet.open();
    await makeDue();
    quiet.revokeAll();
    const second = await refresh(first.body.refreshToken, browser, session.headers);
    expect([second.status, second.body.context]).toEqual([401, { reason: 'ENDED_BY_PROVIDER' }]);
    await untilEnded(first.body.token);
  });
});

describe('a session of an account without a password', () => {
  const guarded = (token: string) => call('DELETE', `/me/sessions/${crypto.randomUUID()}`, token);

  it('proves at the provider who its person is', async () => {
    const person = addPerson('ida', ['owners']);
    const { body } = await signIn(person);
    await rig.app.db.query("UPDATE sessions SET authenticated_at = now() - interval '10 minutes'");
    expect((await guarded(body.token)).body).toMatchObject({
      code: 'REAUTH_REQUIRED',
      context: { provider: { id: rig.provider, name: 'Quayside' } },
    });
    const confirm = (as: string) => visit(body.token, as, { purpose: 'reauthenticate' });
    expect(await confirm(addPerson('other'))).toMatchObject({ fault: 'OTHER_IDENTITY' });
    expect((await guarded(body.token)).status).toBe(401);
    expect(await confirm(person)).toMatchObject({ done: 'reauthenticate' });
    expect((await guarded(body.token)).status).toBe(404);
  });

  it('unlinks an identity, but not the only way in', async () => {
    const { body } = await signIn(addPerson('ida'));
    const [identity] = (await call<{ identities: { id: number }[] }>('GET', '/me/ways-in', body.token)).body
      .identities;
    const path = `/me/linked-identities/${defined(identity).id}`;
    expect((await call('DELETE', path, body.token)).body.reason).toBe('ONLY_WAY_IN');
    await rig.app.db.query("UPDATE users SET password_hash = 'x' WHERE id = $1", [body.user.id]);
    expect((await call('DELETE', path, body.token)).status).toBe(204);
    expect(await me(body.token)).toBe(200);
  });
});

it('links an identity from a session, which nobody else can have then', async () => {
  const known = await make.user(rig.app, 'realm_user', rig.realm);
  const person = addPerson('linked');
  const linkFrom = (token: string) => visit(token, person, { purpose: 'link', to: '/account' });
  expect(await linkFrom(known.token)).toEqual({ to: '/account', done: 'link' });
  expect((await signIn(person)).body.user.id).toBe(known.id);
  const other = await make.user(rig.app, 'realm_user', rig.realm);
  expect(await linkFrom(other.token)).toMatchObject({ fault: 'OTHER_IDENTITY' });
});
