import * as make from '../../../test/factories';
import { SingleSignOnRig } from '../../../test/single-sign-on';
import { enableTwoFactor } from '../../../test/two-factor';

const rig = new SingleSignOnRig();
const { addPerson, addProvider, call, signIn } = rig;

describe('where single sign-on must be used', () => {
  const login = (email: string) => call('POST', '/auth/login', undefined, { email, password: make.PASSWORD });

  it('refuses passwords, links for new ones and registrations of the realm, and names the button', async () => {
    const person = await make.user(rig.app, 'realm_user', rig.realm);
    const invited = await call<{ token: string }>('POST', '/invitations', rig.admin, {
      realm_id: rig.realm,
      role: 'realm_user',
    });
    expect((await call('PUT', `/realms/${rig.realm}`, rig.admin, { single_sign_on_only: true })).status).toBe(
      200,
    );
    const refused = await login(person.email);
    expect([refused.status, refused.body.reason]).toEqual([403, 'SINGLE_SIGN_ON_ONLY']);
    expect(refused.body.message).toContain('Continue with Quayside');
    expect(
      (await call('POST', '/auth/login', undefined, { email: person.email, password: 'wrong one' })).status,
    ).toBe(401);
    expect((await call('POST', `/users/${person.id}/password-reset`, rig.admin)).body.reason).toBe(
      'SINGLE_SIGN_ON_ONLY',
    );
    const registered = await call('POST', '/auth/register', undefined, {
      email: `new@desk${rig.realm}.example`,
      password: 'three-lanterns-by-the-quay',
      invitation_token: invited.body.token,
    });
    expect(registered.body.reason).toBe('SINGLE_SIGN_ON_ONLY');
    expect(
      (await call('GET', '/realm-sign-in', (await signIn(addPerson('boss', ['owners']))).body.token)).body,
    ).toEqual({
      single_sign_on_only: true,
      providers: [{ name: 'Quayside', issuer: rig.idp.issuer }],
    });
  });

  it('needs a provider of the realm or the installation', async () => {
    const bare = await make.realm(rig.app);
    const { body } = await call('PUT', `/realms/${bare}`, rig.admin, { single_sign_on_only: true });
    expect(body.reason).toBe('NO_PROVIDER');
  });

  it('leaves administrators one who is marked for emergencies', async () => {
    const installation = await addProvider({ realm_id: null, domains: [] });
    const only = () =>
      call('PUT', `/identity-providers/${installation}`, rig.admin, { only_for_administrators: true });
    expect((await only()).body.reason).toBe('NO_BREAK_GLASS');
    const keeper = await make.user(rig.app, 'admin', null);
    const [recovery] = await enableTwoFactor(rig.app, keeper.token);
    await call('PUT', `/users/${keeper.id}`, rig.admin, { break_glass: true });
    expect((await only()).status).toBe(200);
    const other = await make.user(rig.app, 'admin', null).catch((error: unknown) => String(error));
    expect(other).toContain('403');
    const entered = await call('POST', '/auth/login', undefined, {
      email: keeper.email,
      password: make.PASSWORD,
      code: recovery,
    });
    expect(entered.status).toBe(200);
    for (const change of [
      { break_glass: false },
      { role: 'realm_user', realm_id: rig.realm },
      { status: 'disabled' },
    ])
      expect((await call('PUT', `/users/${keeper.id}`, rig.admin, change)).body.reason).toBe(
        'NO_BREAK_GLASS',
      );
    expect((await call('DELETE', `/users/${keeper.id}/second-factor`, rig.admin)).body.reason).toBe(
      'NO_BREAK_GLASS',
    );
    expect((await call('DELETE', `/users/${keeper.id}`, rig.admin)).body.reason).toBe('NO_BREAK_GLASS');
  });
});

describe('the providers of an installation', () => {
  it('are offered by domain alone', async () => {
    const person = await make.user(rig.app, 'realm_user', rig.realm);
    const offers = async (email?: string) =>
      (await call<{ name: string }[]>('GET', `/auth/providers${email ? `?email=${email}` : ''}`)).body;
    expect(await offers()).toEqual([]);
    expect(await offers(person.email)).toEqual([]);
    const own = [{ id: rig.provider, name: 'Quayside' }];
    expect(await offers(`nobody@desk${rig.realm}.example`)).toEqual(own);
    expect(await offers(`@DESK${rig.realm}.example`)).toEqual(own);
  });

  it('are discovered when they are saved, and say which part failed', async () => {
    const tried = async (fields: object) =>
      (await call('PUT', `/identity-providers/${rig.provider}`, rig.admin, fields)).body.details?.[0];
    expect(await tried({ issuer: 'https://127.0.0.1:1' })).toMatchObject({
      field: 'issuer',
      code: 'PROVIDER_UNREACHABLE',
    });
    expect(await tried({ issuer: rig.app.url })).toMatchObject({ code: 'NOT_A_PROVIDER' });
    expect(await tried({ issuer: 'http://login.example' })).toMatchObject({ code: 'NOT_A_PROVIDER' });
    expect(await tried({ issuer: rig.idp.issuer.replace('127.0.0.1', 'localhost') })).toMatchObject({
      code: 'OTHER_ISSUER',
    });
  });

  it('have one for the installation, and each domain once', async () => {
    await addProvider({ realm_id: null, domains: [] });
    const again = { name: 'B', issuer: rig.idp.issuer, client_id: 'b' };
    expect((await call('POST', '/identity-providers', rig.admin, again)).body.reason).toBe('EXISTS_ALREADY');
    const other = { ...again, realm_id: await make.realm(rig.app), domains: [`Desk${rig.realm}.example`] };
    expect((await call('POST', '/identity-providers', rig.admin, other)).body.details?.[0]?.code).toBe(
      'NAME_TAKEN',
    );
  });

  it('of a realm give that realm alone, and no administrators', async () => {
    for (const given of [
      { realm_id: rig.realm, role: 'admin' },
      { realm_id: await make.realm(rig.app), role: 'realm_user' },
    ]) {
      const rules = [{ claim: 'groups', value: 'desk', duties: [], ...given }];
      const { body } = await call('PUT', `/identity-providers/${rig.provider}`, rig.admin, { rules });
      expect(body.details?.[0]?.code).toBe('INVALID');
    }
  });

  it('show what claims would give, by rules that are not saved', async () => {
    const rules = [
      {
        claim: 'realm_access.roles',
        value: 'desk',
        realm_id: rig.realm,
        role: 'realm_user',
        duties: ['pay'],
      },
      { claim: 'hd', value: '*', realm_id: rig.realm, role: 'realm_owner', duties: [] },
    ];
    const outcome = async (claims: object) =>
      (
        await call<object>('POST', '/identity-providers/try', rig.admin, {
          realm_id: rig.realm,
          rules,
          claims,
        })
      ).body;
    expect(await outcome({ realm_access: { roles: ['x', 'desk'] } })).toMatchObject({
      rule: 0,
      duties: ['pay'],
    });
    expect(await outcome({ hd: 'quayside.example' })).toMatchObject({ rule: 1, role: 'realm_owner' });
    expect(await outcome({ sub: 'x' })).toMatchObject({ rule: null, role: null });
  });

  it('never show the client secret, which is sealed', async () => {
    const { body } = await call<{ client_secret: object }>(
      'GET',
      `/identity-providers/${rig.provider}`,
      rig.admin,
    );
    expect(body.client_secret).toEqual({ set: true, hint: null });
    const { rows } = await rig.app.db.query('SELECT secrets FROM identity_providers');
    expect(JSON.stringify(rows)).not.toContain(rig.idp.client.client_secret);
  });
});
