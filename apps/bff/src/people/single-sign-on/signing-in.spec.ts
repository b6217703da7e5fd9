import { startBeside } from '../../../test/app';
import { defined } from '../../../test/defined';
import * as make from '../../../test/factories';
import { startIdentityProvider, WayThere } from '../../../test/identity-provider';
import { isCallback, SingleSignOnRig, ssoSettings } from '../../../test/single-sign-on';
import { enableTwoFactor } from '../../../test/two-factor';

const rig = new SingleSignOnRig();
const { addPerson, addProvider, auditOf, call, exchange, goThere, link, me, setGroups, signIn, untilEnded } =
  rig;

describe('the first sign-in of a person', () => {
  it('creates an account without a password, with what the first rule gives', async () => {
    const { status, body, headers } = await signIn(addPerson('ida'));
    expect([status, body.user]).toMatchObject([
      200,
      { email: `ida@desk${rig.realm}.example`, role: 'realm_user', realm_id: rig.realm, duties: ['pay'] },
    ]);
    expect(headers.getSetCookie().some((cookie) => cookie.startsWith('__Host-tessera_'))).toBe(true);
    const { rows } = await rig.app.db.query('SELECT name, password_hash FROM users WHERE id = $1', [
      body.user.id,
    ]);
    expect(rows).toEqual([{ name: 'ida', password_hash: null }]);
    expect(await auditOf(body.user.id)).toEqual(['user.registered', 'session.sign_in']);
    expect((await call('GET', '/me/ways-in', body.token)).body).toMatchObject({
      has_password: false,
      identities: [{ provider_name: 'Quayside', subject: `ida-${rig.realm}` }],
      providers: [],
    });
  });

  it('leads to the page that was wanted, and to no other site', async () => {
    expect(await goThere(addPerson('ida'))).toMatchObject({ to: '/jobs' });
    expect(await goThere(addPerson('ida'), new WayThere(), '//evil.example')).toMatchObject({
      to: '/dashboard',
    });
  });

  it('is refused without a rule, the same whether there is an account', async () => {
    const known = await make.user(rig.app, 'realm_user', rig.realm);
    const stranger = await signIn(addPerson('stranger', []));
    const holder = await signIn(addPerson('holder', [], { email: known.email }));
    const seen = ({ status, body }: { status: number; body: object }) => ({
      ...body,
      status,
      request_id: '',
    });
    expect(seen(stranger)).toMatchObject({ status: 403, reason: 'NO_ACCESS' });
    expect(seen(holder)).toEqual(seen(stranger));
  });

  it('creates no account where that is off, for an unverified address or one of another domain', async () => {
    const outside = await signIn(addPerson('far', ['desk'], { email: 'far@elsewhere.example' }));
    const unverified = await signIn(addPerson('unsure', ['desk'], { email_verified: false }));
    await call('PUT', `/identity-providers/${rig.provider}`, rig.admin, { creates_accounts: false });
    const off = await signIn(addPerson('new'));
    expect([outside, unverified, off].map(({ status, body }) => [status, body.reason])).toEqual(
      Array.from({ length: 3 }, () => [409, 'LINK_NEEDED']),
    );
  });

  it('gives one account to two requests at once', async () => {
    const person = addPerson('twin');
    const results = await Promise.all([signIn(person), signIn(person)]);
    expect(results.map(({ status }) => status)).toEqual([200, 200]);
    expect(results[0].body.user.id).toBe(results[1].body.user.id);
  });
});

describe('an account with the same address', () => {
  it('is linked after its password, once, and never by the address alone', async () => {
    const known = await make.user(rig.app, 'realm_user', rig.realm);
    const person = addPerson('known', ['desk'], { email: known.email });
    const browser = new WayThere();
    const { code } = await goThere(person, browser);
    expect((await exchange(code, browser)).body).toMatchObject({
      reason: 'LINK_NEEDED',
      context: { provider: 'Quayside', email: known.email },
    });
    expect((await link(code, browser, { password: 'not the password' })).status).toBe(401);
    const linked = await link(code, browser, { password: make.PASSWORD });
    expect([linked.status, linked.body.user.id]).toEqual([200, known.id]);
    expect((await link(code, browser, { password: make.PASSWORD })).status).toBe(401);
    expect((await signIn(person)).body.user.id).toBe(known.id);
    expect(await auditOf(known.id)).toEqual(
      expect.arrayContaining(['session.sign_in_failed', 'user.identity_linked', 'user.update']),
    );
  });

  it('needs its second factor too', async () => {
    const known = await make.user(rig.app, 'realm_user', rig.realm);
    const [recovery] = await enableTwoFactor(rig.app, known.token);
    const browser = new WayThere();
    const { code } = await goThere(addPerson('two', ['desk'], { email: known.email }), browser);
    await exchange(code, browser);
    const first = await link(code, browser, { password: make.PASSWORD });
    expect([first.status, first.body.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
    const second = await link(code, browser, { password: make.PASSWORD, second_factor: recovery });
    expect(second.status).toBe(200);
  });

  it("can't be an administrator's or another realm's, for the provider of a realm", async () => {
    const other = await make.user(rig.app, 'realm_owner', await make.realm(rig.app));
    const chief = await make.user(rig.app, 'admin', null);
    for (const { email } of [other, chief]) {
      const browser = new WayThere();
      const { code } = await goThere(addPerson('grab', ['owners'], { email }), browser);
      await exchange(code, browser);
      expect((await link(code, browser, { password: make.PASSWORD })).status).toBe(401);
    }
  });
});

describe('each sign-in', () => {
  it('sets role and duties by the rules, and other sessions notice', async () => {
    const person = addPerson('ida');
    const first = await signIn(person);
    setGroups(person, ['owners']);
    const second = await signIn(person);
    expect(second.body.user).toMatchObject({
      id: first.body.user.id,
      role: 'realm_owner',
      realm_id: rig.realm,
    });
    await untilEnded(first.body.token);
    expect(await me(second.body.token)).toBe(200);
  });

  it('is refused once no rule matches, and ends the sessions', async () => {
    const person = addPerson('leaver');
    const { body } = await signIn(person);
    setGroups(person, []);
    expect((await signIn(person)).body.reason).toBe('NO_ACCESS');
    await untilEnded(body.token);
    expect((await auditOf(body.user.id)).at(-1)).toBe('session.single_sign_on_refused');
  });

  it('is refused for a disabled account, and read-only in a suspended realm', async () => {
    const person = addPerson('ida');
    const { body } = await signIn(person);
    await call('PUT', `/realms/${rig.realm}`, rig.admin, { status: 'suspended' });
    const suspended = await signIn(person);
    expect(suspended.status).toBe(200);
    await call('PUT', `/users/${body.user.id}`, rig.admin, { status: 'disabled' });
    expect((await signIn(person)).body.reason).toBe('NO_ACCESS');
    expect((await auditOf(body.user.id)).at(-1)).toBe('session.disabled_account_refused');
  });

  it('leaves the last administrator one', async () => {
    await rig.app.db.query('DELETE FROM identity_providers');
    rig.provider = await addProvider({ realm_id: null, domains: [], creates_accounts: false });
    const { rows } = await rig.app.db.query<{ id: number }>(
      "SELECT id FROM users WHERE email = 'admin@tessera.example'",
    );
    await rig.app.db.query(
      "UPDATE users SET status = 'disabled' WHERE role = 'admin' AND email NOT LIKE 'admin@%'",
    );
    const { id } = defined(rows[0]);
    const person = addPerson('chief');
    await rig.app.db.query(
      'INSERT INTO linked_identities (provider_id, issuer, subject, user_id) VALUES ($1, $2, $3, $4)',
      [rig.provider, rig.idp.issuer, person, id],
    );
    const { status, body } = await signIn(person);
    expect([status, body.user]).toMatchObject([200, { id, role: 'admin' }]);
  });
});

describe('a callback', () => {
  it('counts once, in the browser that began it, and its code once', async () => {
    const browser = new WayThere();
    const person = addPerson('ida');
    const callback = await browser.follow(
      `${rig.app.url}/api/auth/sso/${rig.provider}/start`,
      person,
      isCallback,
    );
    const faultOf = async (by: WayThere) => {
      const response = await by.request(callback.href);
      const { hash } = new URL(response.headers.get('location') ?? '', rig.app.url);
      return Object.fromEntries(new URLSearchParams(hash.slice(1)));
    };
    expect(await faultOf(new WayThere())).toMatchObject({ fault: 'OTHER_BROWSER' });
    const { code } = await faultOf(browser);
    expect(await faultOf(browser)).toMatchObject({ fault: 'EXPIRED' });
    expect((await exchange(code, new WayThere())).status).toBe(401);
    expect((await exchange(code, browser)).status).toBe(200);
    expect((await exchange(code, browser)).status).toBe(401);
  });

  it('is refused when attempt or code have expired', async () => {
    const browser = new WayThere();
    const { code } = await goThere(addPerson('ida'), browser);
    await rig.app.db.query('UPDATE sso_attempts SET code_expires_at = now()');
    expect((await exchange(code, browser)).status).toBe(401);
    const callback = await browser.follow(
      `${rig.app.url}/api/auth/sso/${rig.provider}/start`,
      '',
      isCallback,
    );
    await rig.app.db.query('UPDATE sso_attempts SET expires_at = now() WHERE answered_at IS NULL');
    const response = await browser.request(callback.href);
    expect(response.headers.get('location')).toContain('fault=EXPIRED');
  });

  it.each([
    ['issuer', (claims: object) => ({ ...claims, iss: 'https://other.example' })],
    ['audience', (claims: object) => ({ ...claims, aud: 'another-client' })],
    ['nonce', (claims: object) => ({ ...claims, nonce: 'another' })],
    ['expiry', (claims: object) => ({ ...claims, exp: 1_700_000_000 })],
  ])('is refused for an ID token with another %s', async (_, tamper) => {
    rig.idp.tamper = tamper;
    expect(await goThere(addPerson('ida'))).toMatchObject({ fault: 'REFUSED' });
  });

  it('of another provider is refused: its state belongs to the first', async () => {
    const other = await startIdentityProvider();
    try {
      const browser = new WayThere();
      const callback = await browser.follow(
        `${rig.app.url}/api/auth/sso/${rig.provider}/start`,
        addPerson('ida'),
        isCallback,
      );
      callback.searchParams.set('iss', other.issuer);
      const response = await browser.request(callback.href);
      expect(response.headers.get('location')).toContain('fault=REFUSED');
    } finally {
      await other.close();
    }
  });

  it('says when a person declined, and when the provider is down', async () => {
    expect(await goThere('')).toMatchObject({ fault: 'DECLINED' });
    const browser = new WayThere();
    const callback = await browser.follow(
      `${rig.app.url}/api/auth/sso/${rig.provider}/start`,
      addPerson('ida'),
      isCallback,
    );
    await rig.idp.close();
    const response = await browser.request(callback.href);
    await rig.idp.open();
    expect(response.headers.get('location')).toContain('fault=UNREACHABLE');
  });

  it('may come to another server, and the code to a third', async () => {
    const [second, third] = [
      await startBeside(rig.app, ssoSettings),
      await startBeside(rig.app, ssoSettings),
    ];
    try {
      const browser = new WayThere();
      const callback = await browser.follow(
        `${rig.app.url}/api/auth/sso/${rig.provider}/start`,
        addPerson('ida'),
        isCallback,
      );
      const response = await fetch(`${second.url}${callback.pathname}${callback.search}`, {
        redirect: 'manual',
        headers: { Cookie: browser.cookies(rig.app.url), Host: new URL(rig.app.url).host },
      });
      // The provider compares the address that it sent the browser to, which is PUBLIC_URL in an installation of two.
      expect(response.headers.get('location')).toContain('fault=REFUSED');
      const { code } = await goThere(addPerson('ida'), browser);
      expect((await exchange(code, browser, third)).status).toBe(200);
    } finally {
      await second.close();
      await third.close();
    }
  });
});
