import { startBeside } from '../../../test/app';
import { defined } from '../../../test/defined';
import * as make from '../../../test/factories';
import { WayThere } from '../../../test/identity-provider';
import { SingleSignOnRig, ssoSettings } from '../../../test/single-sign-on';
import { openStream } from '../../../test/stream';

const rig = new SingleSignOnRig();
const { addPerson, addProvider, auditOf, call, exchange, goThere, link, me, signIn, untilEnded, visit } = rig;

type Impact = { sessions: number; people: number; locked_out: number };

const path = () => `/identity-providers/${rig.provider}`;
const impact = async () => (await call<Impact>('GET', `${path()}/impact`, rig.admin)).body;
const disable = () => call('PUT', path(), rig.admin, { enabled: false });
const remove = () => call('DELETE', path(), rig.admin);
const titles = async (token: string) =>
  (await call<{ title: string }[]>('GET', '/notifications?topic=security', token)).body.map(
    ({ title }) => title,
  );
/** Somebody with a password who has linked the provider, and signed in through it. */
async function linked(name: string) {
  const known = await make.user(rig.app, 'realm_user', rig.realm);
  const browser = new WayThere();
  const { code } = await goThere(addPerson(name, ['desk'], { email: known.email }), browser);
  await exchange(code, browser);
  return { ...known, sso: (await link(code, browser, { password: make.PASSWORD })).body.token };
}
/** An administrator links the installation's provider to an account without a password. */
const withoutPassword = (id: number) =>
  rig.app.db.query('UPDATE users SET password_hash = NULL WHERE id = $1', [id]);

describe('linking and unlinking an identity', () => {
  it('notifies the person', async () => {
    const { token, sso } = await linked('known');
    expect(await titles(token)).toContain('A sign-in was added');
    const ways = await call<{ identities: { id: number }[] }>('GET', '/me/ways-in', sso);
    const [identity] = ways.body.identities;
    expect((await call('DELETE', `/me/linked-identities/${defined(identity).id}`, token)).status).toBe(204);
    expect(await titles(token)).toContain('A sign-in was removed');
    await visit(token, addPerson('other'), { purpose: 'link', to: '/account' });
    expect((await titles(token)).filter((title) => title === 'A sign-in was added').length).toBe(2);
  });
});

describe.each([
  ['disabled', disable],
  ['deleted', remove],
])('a provider that is %s', (_, end) => {
  it('ends the sessions that were begun through it and their streams, on every server, and no others', async () => {
    const beside = await startBeside(rig.app, ssoSettings);
    const [ida, known] = [(await signIn(addPerson('ida'))).body, await linked('known')];
    const streams = [await openStream(rig.app, ida.token), await openStream(beside, known.sso)];
    expect(await impact()).toEqual({ sessions: 2, people: 2, locked_out: 1 });
    expect([200, 204]).toContain((await end()).status);
    await Promise.all(streams.map(({ ended }) => ended));
    expect([await me(ida.token), await me(known.sso), await me(known.token)]).toEqual([401, 401, 200]);
    expect((await auditOf(known.id)).at(-1)).toBe('user.sessions_ended');
    expect(await titles(known.token)).toContain('An administrator ended your sessions');
    await beside.close();
  });

  it('leaves the account of a person whose only way in it was, who gets in by a link of an administrator', async () => {
    const { body } = await signIn(addPerson('ida'));
    await end();
    await untilEnded(body.token);
    const reset = await call<{ token: string }>('POST', `/users/${body.user.id}/password-reset`, rig.admin);
    expect(reset.status).toBe(201);
    const password = 'three-lanterns-by-the-quay';
    const used = { token: reset.body.token, password };
    expect((await call('POST', '/auth/reset-password', undefined, used)).status).toBe(204);
    const { email } = body.user;
    expect((await call('POST', '/auth/login', undefined, { email, password })).status).toBe(200);
  });

  it('lets nobody in who has come back from it already', async () => {
    const browser = new WayThere();
    const { code } = await goThere(addPerson('ida'), browser);
    await end();
    expect((await exchange(code, browser)).status).toBe(401);
    const { rowCount } = await rig.app.db.query(
      'SELECT FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.realm_id = $1',
      [rig.realm],
    );
    expect(rowCount).toBe(0);
  });

  it('leaves no session of those who come back from it meanwhile', async () => {
    const came = await Promise.all(
      Array.from({ length: 6 }, async (__, n) => {
        const browser = new WayThere();
        return { browser, code: (await goThere(addPerson(`ida${n}`), browser)).code };
      }),
    );
    const [, ...answers] = await Promise.all([
      end(),
      ...came.map(({ code, browser }) => exchange(code, browser)),
    ]);
    const inside = answers.filter(({ status }) => status === 200);
    expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true);
    await Promise.all(inside.map(({ body }) => untilEnded(body.token)));
  });

  it('is not the only way in of the last administrator', async () => {
    rig.provider = await addProvider({ realm_id: null, domains: [], rules: [] });
    const { rows } = await rig.app.db.query<{ id: number; password_hash: string }>(
      "SELECT id, password_hash FROM users WHERE role = 'admin' AND password_hash IS NOT NULL",
    );
    for (const { id } of rows) await withoutPassword(id);
    const refused = await end();
    for (const { id, password_hash } of rows)
      await rig.app.db.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, password_hash]);
    expect([refused.status, refused.body.code]).toEqual([409, 'LAST_ADMIN']);
    expect([200, 204]).toContain((await end()).status);
  });
});

it('ends no session when it changes otherwise, or is enabled again', async () => {
  const { body } = await signIn(addPerson('ida'));
  expect((await call('PUT', path(), rig.admin, { enabled: true, name: 'Quay' })).status).toBe(200);
  expect(await me(body.token)).toBe(200);
  await disable();
  await untilEnded(body.token);
  expect(await impact()).toEqual({ sessions: 0, people: 0, locked_out: 1 });
  expect((await call('PUT', path(), rig.admin, { enabled: true })).status).toBe(200);
  expect((await signIn(addPerson('ida'))).status).toBe(200);
});
