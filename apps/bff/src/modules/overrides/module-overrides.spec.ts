import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApp, startBeside, type TestApp } from '../../../test/app';
import { admin, insert, realm, type Signed, user } from '../../../test/factories';
import type { Account } from '../../platform/auth/account';
import { ModuleOverrides } from './module-overrides';

let app: TestApp;
let folder: string;
let env: Record<string, string>;
let administrator: Signed;
let developer: Signed;
let other: Signed;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tessera-overrides-'));
  writeFileSync(path.join(folder, 'index.html'), '<title>Tessera</title>');
  env = { WEB_DIR: folder, TRUST_PROXY: '127.0.0.1/32' };
  app = await startApp({ ...env, MODULE_OVERRIDES: 'on', NODE_ENV: 'production' });
  administrator = await admin(app);
  const realmId = await realm(app);
  developer = await user(app, 'realm_user', realmId);
  other = await user(app, 'realm_owner', realmId);
  await insert(app, 'module_publishers', {
    name: 'Gangway',
    modules: ['mf-gangway', 'mf-quay'],
    developers: [developer.id],
  });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const origin = 'http://localhost:4205';
/** Sets an override; `cookie` is what the browser has already. */
const set = (by: Signed, name: string, at = origin, cookie = '', headers: Record<string, string> = {}) =>
  app.http<{ code: string; message: string } | null>('PUT', `/api/modules/overrides/${name}`, {
    token: by.token,
    body: { origin: at },
    headers: { cookie, ...headers },
  });
const remove = (by: Signed, name: string, cookie: string) =>
  app.http('DELETE', `/api/modules/overrides/${name}`, { token: by.token, headers: { cookie } });
const cookieOf = ({ headers }: { headers: Headers }) => headers.get('set-cookie')?.split(';')[0] ?? '';

/** The origins beside its own that the page of a browser with this cookie may load scripts from. */
async function pageOrigins(cookie: string, server = app): Promise<string[]> {
  const { headers } = await fetch(`${server.url}/tasks`, { headers: { cookie } });
  const policy = headers.get('content-security-policy') ?? '';
  return (/script-src ([^;]+)/.exec(policy)?.[1] ?? '')
    .split(' ')
    .filter((source) => source.startsWith('http'));
}
/** The overrides that a user of a browser with this cookie gets. */
const given = async (by: Signed, cookie: string) => {
  const account = { userId: by.id, role: by === administrator ? 'admin' : 'realm_user' } as Account;
  const service = app.nest.get(ModuleOverrides, { strict: false });
  return Object.fromEntries(await service.overridesOf({ headers: { cookie } }, account));
};

describe('overrides of modules', () => {
  it('let a developer load their module from their machine, in that browser alone', async () => {
    const response = await set(developer, 'mf-gangway');
    expect(response.status).toBe(204);
    const cookie = cookieOf(response);
    expect(await given(developer, cookie)).toEqual({ 'mf-gangway': origin });
    expect(await pageOrigins(cookie)).toEqual([origin]);
    expect(await pageOrigins('')).toEqual([]);
  });

  it('open exactly that origin in the policy of the page, and its socket', async () => {
    const cookie = cookieOf(await set(developer, 'mf-gangway'));
    const { headers } = await fetch(`${app.url}/`, { headers: { cookie } });
    const policy = headers.get('content-security-policy') ?? '';
    for (const directive of ['script-src', 'style-src', 'img-src', 'font-src'])
      expect(policy).toMatch(new RegExp(`${directive} 'self'[^;]* ${origin}(;|$)`));
    expect(policy).toContain(`connect-src 'self' ws://localhost:4205 ${origin};`);
    expect(
      policy.match(/(https?|wss?):[^ ;]*/g)?.every((source) => source.endsWith('//localhost:4205')),
    ).toBe(true);
  });

  it('are kept in a cookie that scripts can not read and other sites do not send', async () => {
    const header = (await set(developer, 'mf-gangway')).headers.get('set-cookie') ?? '';
    expect(header).toMatch(/; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
    const secure = await set(developer, 'mf-gangway', origin, '', { 'X-Forwarded-Proto': 'https' });
    expect(secure.headers.get('set-cookie')).toMatch(/; Secure$/);
  });

  it('are set and removed one by one', async () => {
    const first = cookieOf(await set(developer, 'mf-gangway'));
    const both = cookieOf(await set(developer, 'mf-quay', 'http://127.0.0.1:4300', first));
    expect(await given(developer, both)).toEqual({
      'mf-gangway': origin,
      'mf-quay': 'http://127.0.0.1:4300',
    });
    const rest = cookieOf(await remove(developer, 'mf-gangway', both));
    expect(await given(developer, rest)).toEqual({ 'mf-quay': 'http://127.0.0.1:4300' });
    const none = await remove(developer, 'mf-quay', rest);
    expect(none.headers.get('set-cookie')).toMatch(/^tessera_overrides=; Max-Age=0; /);
  });

  it('may be set for modules that were never published', async () => {
    expect(await given(administrator, cookieOf(await set(administrator, 'mf-brand-new')))).toEqual({
      'mf-brand-new': origin,
    });
  });

  it('are denied to people who are no developers of the module', async () => {
    for (const [by, name] of [
      [other, 'mf-gangway'],
      [developer, 'mf-tasks'],
    ] as const) {
      const response = await set(by, name);
      expect(response).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      expect(response.headers.get('set-cookie')).toBeNull();
    }
  });

  it('end for somebody who is no longer a developer', async () => {
    const cookie = cookieOf(await set(developer, 'mf-gangway'));
    await app.db.query(`UPDATE module_publishers SET developers = '{}' WHERE name = 'Gangway'`);
    expect(await given(developer, cookie)).toEqual({});
    await app.db.query(`UPDATE module_publishers SET developers = $1 WHERE name = 'Gangway'`, [
      [developer.id],
    ]);
    expect(await given(developer, cookie)).toEqual({ 'mf-gangway': origin });
  });

  it('of another user are not given, and their origins are not kept', async () => {
    const cookie = cookieOf(await set(administrator, 'mf-gangway', 'http://localhost:9999'));
    expect(await given(developer, cookie)).toEqual({});
    expect(await given(other, cookie)).toEqual({});
    const own = cookieOf(await set(developer, 'mf-quay', origin, cookie));
    expect(await given(developer, own)).toEqual({ 'mf-quay': origin });
  });

  it.each([
    'https://localhost:4205',
    'http://localhost.example.com',
    'http://example.com',
    'http://192.168.1.4:4205',
    'http://[::1]:4205',
    'http://0.0.0.0:4205',
    'http://user@localhost:4205',
    'http://localhost:4205/path',
    'http://localhost:4205?x',
    'http://localhost:*',
    'http://localhost:4205; script-src *',
    'ws://localhost:4205',
    'javascript:alert(1)',
    'localhost:4205',
    '*',
  ])('are refused for the origin %s', async (at) => {
    const response = await set(administrator, 'mf-gangway', at);
    expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it.each(['Mf', '..', '%20', 'mf_x', 'x'.repeat(51)])('are refused for the name %s', async (name) => {
    const response = await set(administrator, name);
    expect([400, 404]).toContain(response.status);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('are limited in number', async () => {
    let cookie = '';
    for (let i = 0; i < 10; i += 1) cookie = cookieOf(await set(administrator, `mf-${i}`, origin, cookie));
    expect(await set(administrator, 'mf-more', origin, cookie)).toMatchObject({ status: 400 });
    expect((await set(administrator, 'mf-0', 'http://localhost:1', cookie)).status).toBe(204);
  });

  it('in a forged cookie are ignored', async () => {
    const cookie = cookieOf(await set(administrator, 'mf-gangway'));
    const [payload = '', signature = ''] = cookie.split('=')[1]?.split('.') ?? [];
    const content = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [number, number, object];
    const forged = (changed: unknown) => Buffer.from(JSON.stringify(changed)).toString('base64url');
    const elsewhere = [['mf-gangway', 'https://evil.example']];
    for (const value of [
      `${forged([content[0], content[1], elsewhere])}.${signature}`,
      `${forged([developer.id, content[1], content[2]])}.${signature}`,
      `${payload}.`,
      payload,
      `.${signature}`,
      `${payload}.${signature}x`,
      '',
      '.',
      'x.y.z',
      '%',
    ]) {
      expect(await pageOrigins(`tessera_overrides=${value}`)).toEqual([]);
      expect(await given(administrator, `tessera_overrides=${value}`)).toEqual({});
    }
    expect(await pageOrigins(`a=b; ${cookie}; c=d`)).toEqual([origin]);
  });

  it('end after twelve hours, whatever the browser keeps', async () => {
    const cookie = cookieOf(await set(developer, 'mf-gangway'));
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now');
    try {
      clock.mockReturnValue(now + 11.9 * 3600_000);
      expect(await given(developer, cookie)).toEqual({ 'mf-gangway': origin });
      clock.mockReturnValue(now + 12.1 * 3600_000);
      expect(await given(developer, cookie)).toEqual({});
    } finally {
      clock.mockRestore();
    }
  });

  it('are neither set nor given where the installation does not allow them', async () => {
    const cookie = cookieOf(await set(administrator, 'mf-gangway'));
    const strict = await startBeside(app, env);
    try {
      const response = await strict.http('PUT', '/api/modules/overrides/mf-gangway', {
        token: administrator.token,
        body: { origin },
      });
      expect(response).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      expect(await pageOrigins(cookie, strict)).toEqual([]);
    } finally {
      await strict.close();
    }
  });

  it('may be set by administrators and developers alone', async () => {
    const service = app.nest.get(ModuleOverrides, { strict: false });
    const may = ({ id }: Signed, role: Account['role']) =>
      service.mayOverride({ userId: id, role } as Account);
    expect(await may(administrator, 'admin')).toBe(true);
    expect(await may(developer, 'realm_user')).toBe(true);
    expect(await may(other, 'realm_owner')).toBe(false);
    expect(await service.mayOverride(null)).toBe(false);
  });
});
