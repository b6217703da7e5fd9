import { Authenticator } from '../../../test/authenticator';
import { defined } from '../../../test/defined';
import * as make from '../../../test/factories';
import { WayThere } from '../../../test/identity-provider';
import { passkeyCalls } from '../../../test/passkeys';
import { SingleSignOnRig } from '../../../test/single-sign-on';

type Me = { second_factor_by: string | null };
type Viewed = { viewing: { administrator: string } | null };

const rig = new SingleSignOnRig();
const { addPerson, addProvider, call, exchange, goThere, link, me, signIn, untilEnded } = rig;

/** The origin of passkeys without a `PUBLIC_URL`. */
const ORIGIN = 'http://localhost';
const REFUSED = { status: 403, body: { reason: 'SINGLE_SIGN_ON_ONLY' } };

let passkeys: ReturnType<typeof passkeyCalls>;
beforeAll(() => {
  passkeys = passkeyCalls(rig.app);
});

/** A person of the realm with a password and a passkey. */
async function holder() {
  const person = await make.user(rig.app, 'realm_user', rig.realm);
  const device = new Authenticator(ORIGIN);
  const { body } = await passkeys.add(person, device);
  return { ...person, device, passkey: body };
}
const allowOnly = () => call('PUT', `/realms/${rig.realm}`, rig.admin, { single_sign_on_only: true });
const guarded = (token: string) => call('DELETE', `/me/sessions/${crypto.randomUUID()}`, token);

describe('a passkey where single sign-on must be used', () => {
  it('signs nobody in', async () => {
    const { device } = await holder();
    await allowOnly();
    expect(await passkeys.signIn(device.sign(await passkeys.challenge()))).toMatchObject(REFUSED);
  });

  it('confirms nobody, and neither does a password', async () => {
    const person = await holder();
    await allowOnly();
    await passkeys.makeOld(person);
    expect((await guarded(person.token)).body).toMatchObject({
      code: 'REAUTH_REQUIRED',
      context: { passkey: false, provider: { id: rig.provider } },
    });
    const options = await passkeys.options('/me/reauthenticate/options', person.token);
    for (const proof of [{ passkey: person.device.sign(options) }, { password: make.PASSWORD }])
      expect(await call('POST', '/me/reauthenticate', person.token, proof)).toMatchObject(REFUSED);
    expect((await guarded(person.token)).status).toBe(401);
  });

  it('is the second factor of the administrator for emergencies, who keeps the last one', async () => {
    const installation = await addProvider({ realm_id: null, domains: [] });
    const keeper = await make.user(rig.app, 'admin', null);
    const device = new Authenticator(ORIGIN);
    const { body: passkey } = await passkeys.add(keeper, device);
    await call('PUT', `/users/${keeper.id}`, rig.admin, { break_glass: true });
    const only = { only_for_administrators: true };
    expect((await call('PUT', `/identity-providers/${installation}`, rig.admin, only)).status).toBe(200);
    expect((await passkeys.signIn(device.sign(await passkeys.challenge()))).status).toBe(200);
    const options = await passkeys.options('/me/reauthenticate/options', keeper.token);
    expect(
      (await call('POST', '/me/reauthenticate', keeper.token, { passkey: device.sign(options) })).status,
    ).toBe(204);
    expect((await call('DELETE', `/me/passkeys/${passkey.id}`, keeper.token)).body.reason).toBe(
      'NO_BREAK_GLASS',
    );
    expect((await call('DELETE', `/users/${keeper.id}/second-factor`, rig.admin)).body.reason).toBe(
      'NO_BREAK_GLASS',
    );
  });
});

it('offers a passkey and the provider to an account without a password', async () => {
  const { body } = await signIn(addPerson('ida'));
  const device = new Authenticator(ORIGIN);
  await passkeys.add(body, device);
  expect((await passkeys.signIn(device.sign(await passkeys.challenge()))).status).toBe(200);
  await passkeys.makeOld(body.user);
  expect((await guarded(body.token)).body.context).toMatchObject({
    passkey: true,
    provider: { id: rig.provider },
  });
});

it('links an account after its password and its passkey', async () => {
  const known = await holder();
  const browser = new WayThere();
  const { code } = await goThere(addPerson('known', ['desk'], { email: known.email }), browser);
  await exchange(code, browser);
  const asked = await link(code, browser, { password: make.PASSWORD });
  expect([asked.status, asked.body.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
  const passkey = known.device.sign(defined(asked.body.context).passkey as { challenge: string });
  expect((await link(code, browser, { password: make.PASSWORD, passkey })).status).toBe(200);
});

it('asks for no second factor of people whose password does not count', async () => {
  const [{ body: owner }, other] = [await signIn(addPerson('boss', ['owners'])), await holder()];
  await call('DELETE', `/me/passkeys/${other.passkey.id}`, other.token);
  const rule = { required: true, days: 0 };
  expect((await call('PUT', `/realms/${rig.realm}/second-factor-rule`, rig.admin, rule)).status).toBe(200);
  const due = async (token: string) => [
    (await call<Me>('GET', '/me', token)).body.second_factor_by === null,
    (await call('GET', '/tasks', token)).status,
  ];
  expect(await due(owner.token)).toEqual([true, 200]);
  expect(await due(other.token)).toEqual([false, 403]);
  expect((await call('GET', '/me/ways-in', other.token)).status).toBe(200);
});

it('never links the account of a service token', async () => {
  const token = await call<{ id: number }>('POST', '/service-tokens', rig.admin, {
    name: 'Reports',
    realm_ids: [rig.realm],
    expires_in_days: 30,
  });
  expect(token.status).toBe(201);
  const { rows } = await rig.app.db.query<{ email: string }>(
    'SELECT email FROM users WHERE service_token_id = $1',
    [token.body.id],
  );
  const browser = new WayThere();
  const { email } = defined(rows[0]);
  const { code } = await goThere(addPerson('robot', ['desk'], { email }), browser);
  await exchange(code, browser);
  expect((await link(code, browser, { password: make.PASSWORD })).status).toBe(401);
});

describe('while an administrator views the console as somebody', () => {
  const view = async (token: string) => {
    const person = await make.user(rig.app, 'realm_owner', rig.realm);
    const reason = 'Ticket 4711: the pay queue looks empty';
    const begun = await call<Viewed>('POST', '/view-as', token, { user_id: person.id, reason });
    expect(begun.status).toBe(200);
    return person;
  };
  /** An administrator whose session comes from the installation's provider. */
  const chief = async () => {
    rig.provider = await addProvider({
      realm_id: null,
      domains: [],
      rules: [{ claim: 'groups', value: 'chiefs', realm_id: null, role: 'admin' }],
    });
    return signIn(addPerson('chief', ['chiefs']));
  };
  const links = async () => (await rig.app.db.query('SELECT FROM linked_identities')).rowCount;

  it('links nothing, nor anything that was begun before', async () => {
    const boss = await make.user(rig.app, 'admin', null);
    const start = () =>
      rig.app.http<{ url: string; reason?: string }>('POST', `/api/me/single-sign-on/${rig.provider}`, {
        token: boss.token,
        body: { purpose: 'link', to: '/account' },
      });
    const begun = await start();
    const browser = new WayThere();
    browser.keep(rig.app.url, defined(begun.headers.getSetCookie()[0]).split(';')[0] ?? '');
    await view(boss.token);
    expect(await start()).toMatchObject({ status: 403, body: { reason: 'VIEW_ONLY' } });
    const { hash } = await browser.follow(begun.body.url, addPerson('grab'));
    expect(new URLSearchParams(hash.slice(1)).get('fault')).toBe('EXPIRED');
    expect(await links()).toBe(0);
  });

  it('signs the administrator out of their own session and of its provider', async () => {
    const { body } = await chief();
    const person = await view(body.token);
    const out = await call<{ url: string }>('POST', '/auth/logout', body.token);
    expect([out.status, new URL(out.body.url).origin]).toEqual([200, rig.idp.issuer]);
    await untilEnded(body.token);
    expect(await me(person.token)).toBe(200);
  });

  it('ends the session when its provider does', async () => {
    const { body } = await chief();
    await view(body.token);
    const token = await rig.idp.sign({
      iss: rig.idp.issuer,
      aud: rig.idp.client.client_id,
      iat: Math.floor(Date.now() / 1000),
      jti: `${rig.realm}-view`,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      sub: `chief-${rig.realm}`,
    });
    const { status } = await rig.app.http('POST', `/api/auth/sso/${rig.provider}/backchannel-logout`, {
      text: new URLSearchParams({ logout_token: token }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(status).toBe(204);
    await untilEnded(body.token);
    expect(await rig.auditOf(body.user.id)).toContain('session.ended_by_provider');
  });
});
