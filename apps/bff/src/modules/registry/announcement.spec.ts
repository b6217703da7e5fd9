import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApp, startBeside, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { publishedModule } from '../../../test/published-module';
import { isSignedBy } from '../release-keys';
import type { AnnouncementDto, ShellContractDto } from './announcement.dto';

describe('GET /api/modules', () => {
  let app: TestApp;
  let webDir: string;
  beforeAll(async () => {
    webDir = await mkdtemp(path.join(tmpdir(), 'tessera-web-'));
    const contract: ShellContractDto = {
      version: '1.4.0',
      packages: { '@tessera/ui': '1.2.0' },
      exports: { '@tessera/ui': ['PageHeader'] },
    };
    await writeFile(path.join(webDir, 'shell-contract.json'), JSON.stringify(contract));
    app = await startApp({ WEB_DIR: webDir, MODULE_OVERRIDES: 'on' });
  });
  afterAll(async () => {
    await app.close();
    await rm(webDir, { recursive: true });
  });

  const announcement = async (query = '', token?: string) =>
    (await app.http<AnnouncementDto>('GET', `/api/modules${query}`, token ? { token } : {})).body;
  const entry = async (name: string, query = '', token?: string) =>
    (await announcement(query, token)).modules.find((module) => module.name === name);
  const reasonOf = async (name: string, query = '') =>
    (await announcement(query)).incompatible.find((module) => module.name === name)?.reason;
  const assign = (module_id: number, release_id: number, to: { realm_id?: number; percent?: number }) =>
    make.insert(app, 'module_assignments', { module_id, release_id, channel: 'canary', ...to });

  it('announces the stable release with a signature that its key verifies', async () => {
    const { name, keyId, manifests } = await publishedModule(app);
    const { modules, publishers } = await announcement();
    const text = manifests['1.0.0']!;
    const found = modules.find((module) => module.name === name)!;
    expect(found).toMatchObject({
      title: 'Sample',
      owner: 'Team Sample',
      version: '1.0.0',
      channel: 'stable',
      base_url: `/modules/${name}/1.0.0/`,
      key: keyId,
      routes: [{ path: `/${name}`, action: 'read', reach: 'own' }],
    });
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(text));
    expect(found.integrity).toBe(`sha256-${Buffer.from(digest).toString('base64')}`);
    const key = publishers.find((publisher) => publisher.key === keyId)!;
    expect(key.modules).toEqual([name]);
    expect(isSignedBy(text, found.signature!, key.public_key)).toBe(true);
  });

  it('is never stored by a browser or a proxy', async () => {
    const { headers } = await app.http('GET', '/api/modules');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('prefers the canary of the realm to that of a share of users, and that to the stable release', async () => {
    const { id, name, releases } = await publishedModule(app, { versions: ['1.0.0', '2.0.0', '3.0.0'] });
    const realm = await make.realm(app);
    const inRealm = await make.user(app, 'realm_user', realm);
    const elsewhere = await make.user(app, 'realm_user', await make.realm(app));
    await assign(id, releases['2.0.0']!, { percent: 100 });
    await assign(id, releases['3.0.0']!, { realm_id: realm });
    expect(await entry(name, '', inRealm.token)).toMatchObject({ version: '3.0.0', channel: 'canary' });
    expect(await entry(name, '', elsewhere.token)).toMatchObject({ version: '2.0.0', channel: 'canary' });
    expect(await entry(name)).toMatchObject({ version: '1.0.0', channel: 'stable' });
  });

  it('gives a canary to the same users as its percent rises', async () => {
    const { id, name, releases } = await publishedModule(app);
    const canary = await assign(id, releases['2.0.0']!, { percent: 0 });
    const users: make.Signed[] = [];
    for (let count = 0; count < 12; count += 1) users.push(await make.user(app, 'realm_user', null));
    let before = new Set<number>();
    for (const percent of [0, 10, 50, 80, 100]) {
      await app.db.query('UPDATE module_assignments SET percent = $2 WHERE id = $1', [canary, percent]);
      const versions = await Promise.all(users.map(({ token }) => entry(name, '', token)));
      const now = new Set(users.filter((_, i) => versions[i]?.channel === 'canary').map((user) => user.id));
      expect([...before].filter((user) => !now.has(user))).toEqual([]);
      before = now;
      if (percent === 0) expect(now.size).toBe(0);
    }
    expect(before.size).toBe(12);
  });

  it('shares users out evenly', async () => {
    const { rows } = await app.db.query<{ share: number }>(
      `SELECT count(*) FILTER (WHERE abs(hashtext('mf-x:user:' || id::text)::bigint) % 100 < 20)::float8 / 10000 AS share
       FROM generate_series(1, 10000) id`,
    );
    expect(rows[0]!.share).toBeGreaterThan(0.18);
    expect(rows[0]!.share).toBeLessThan(0.22);
  });

  it('lists a disabled module apart, with the paths of its pages', async () => {
    const { id, name } = await publishedModule(app);
    await app.db.query('UPDATE modules SET enabled = false WHERE id = $1', [id]);
    expect(await entry(name)).toBeUndefined();
    expect(await reasonOf(name)).toBeUndefined();
    const { disabled } = await announcement();
    expect(disabled.find((module) => module.name === name)).toEqual({
      name,
      title: 'Sample',
      version: '1.0.0',
      reason: 'It is disabled',
      paths: [`/${name}`],
    });
  });

  it('says why a release is not announced', async () => {
    const newer = await publishedModule(app, { manifest: { shell: '^2.0.0' } });
    expect(await entry(newer.name)).toBeUndefined();
    expect(await reasonOf(newer.name)).toContain('needs the shell contract ^2.0.0; the shell provides 1.4.0');
    expect(await entry(newer.name, '?shell=2.1.0')).toMatchObject({ version: '1.0.0' });

    const package2 = await publishedModule(app, { manifest: { packages: { '@tessera/ui': '^1.3.0' } } });
    expect(await reasonOf(package2.name)).toContain('needs @tessera/ui ^1.3.0; the shell provides 1.2.0');

    const missing = await publishedModule(app, { manifest: { uses: { '@tessera/ui': ['Missing'] } } });
    expect(await reasonOf(missing.name)).toContain('imports Missing from @tessera/ui');

    const revoked = await publishedModule(app);
    await app.db.query('UPDATE module_keys SET revoked_at = now() WHERE key_id = $1', [revoked.keyId]);
    expect(await reasonOf(revoked.name)).toBe('The key that signed it is no longer valid');

    const foreign = await publishedModule(app);
    await app.db.query(`UPDATE module_publishers SET modules = '{mf-other}' WHERE id = $1`, [
      foreign.publisherId,
    ]);
    expect(await reasonOf(foreign.name)).toBe('The key that signed it is not allowed for this module');
    const { publishers } = await announcement();
    expect(publishers.map(({ key }) => key)).not.toContain(foreign.keyId);
  });

  it('never announces a release from before releases were signed', async () => {
    const id = await make.insert(app, 'modules', { name: 'mf-old', title: 'Old' });
    const release_id = await make.insert(app, 'module_releases', { module_id: id, version: '1.0.0' });
    await make.insert(app, 'module_assignments', { module_id: id, release_id, channel: 'stable' });
    expect(await entry('mf-old')).toBeUndefined();
    expect(await reasonOf('mf-old')).toContain('before releases were signed');
  });

  it('announces what a developer loads from their own machine, to their browser alone', async () => {
    const { name } = await publishedModule(app);
    const { token } = await make.admin(app);
    const body = { origin: 'http://localhost:4205' };
    const { headers } = await app.http('PUT', `/api/modules/overrides/${name}`, { token, body });
    const cookie = headers.get('set-cookie')!.split(';')[0]!;
    const read = async (asked: { token?: string; headers?: Record<string, string> }) => {
      const announced = (await app.http<AnnouncementDto>('GET', '/api/modules', asked)).body;
      return { ...announced, module: announced.modules.find((module) => module.name === name) };
    };
    expect(await read({ token, headers: { cookie } })).toMatchObject({
      overrides: true,
      module: {
        title: 'Sample',
        channel: 'local',
        base_url: 'http://localhost:4205/',
        integrity: null,
        signature: null,
        routes: [],
      },
    });
    expect(await read({ token })).toMatchObject({ overrides: true, module: { channel: 'stable' } });
    expect(await read({ headers: { cookie } })).toMatchObject({
      overrides: false,
      module: { channel: 'stable' },
    });
  });

  it('rejects a shell version that is none', async () => {
    const { status, body } = await app.http<{ details: { field: string }[] }>(
      'GET',
      '/api/modules?shell=new',
    );
    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ field: 'shell' }]);
  });

  it('raises the serial with every change of releases, publishers and keys', async () => {
    const { id, releases, publisherId, keyId } = await publishedModule(app);
    let { serial } = await announcement();
    for (const [sql, params] of [
      [`UPDATE module_assignments SET release_id = $2 WHERE module_id = $1`, [id, releases['2.0.0']]],
      ['UPDATE modules SET enabled = false WHERE id = $1', [id]],
      [`UPDATE module_publishers SET modules = '{}' WHERE id = $1`, [publisherId]],
      ['UPDATE module_keys SET revoked_at = now() WHERE key_id = $1', [keyId]],
      ['DELETE FROM module_assignments WHERE module_id = $1', [id]],
    ] as const) {
      await app.db.query(sql, [...params]);
      const next = (await announcement()).serial;
      expect([sql, next > serial]).toEqual([sql, true]);
      serial = next;
    }
    expect((await announcement()).serial).toBe(serial);
  });

  it('never lowers the serial: a server that starts on an older database catches up, and announces the same', async () => {
    await publishedModule(app);
    const seen = await announcement();
    await app.db.query('UPDATE module_registry SET serial = serial - 86400000');
    expect((await announcement()).serial).toBe(seen.serial - 86_400_000);
    const restarted = await startBeside(app);
    try {
      const { body } = await restarted.http<AnnouncementDto>('GET', '/api/modules');
      expect(body.serial).toBeGreaterThanOrEqual(seen.serial);
    } finally {
      await restarted.close();
    }
    const { serial, ...rest } = await announcement();
    expect(serial).toBeGreaterThanOrEqual(seen.serial);
    expect(rest).toEqual({ ...seen, serial: undefined });
  });

  it('keeps a serial that is ahead of the clock when a server starts', async () => {
    const { serial } = await announcement();
    const ahead = serial + 3_600_000;
    await app.db.query('UPDATE module_registry SET serial = $1', [ahead]);
    await (await startBeside(app)).close();
    expect((await announcement()).serial).toBe(ahead);
    await app.db.query('UPDATE module_registry SET serial = $1', [serial]);
  });

  it("describes the shell's contract, as far as it is known", async () => {
    const { body } = await app.http<ShellContractDto>('GET', '/api/modules/contract');
    expect(body).toEqual({
      version: '1.4.0',
      packages: { '@tessera/ui': '1.2.0' },
      exports: { '@tessera/ui': ['PageHeader'] },
    });
  });
});
