import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApp, startBeside, type TestApp } from '../../../test/app';
import { admin } from '../../../test/factories';
import { makeRelease, type TestRelease, writeRelease } from '../../../test/module-release';
import type { ModuleSettingsDto } from '../registry/settings.dto';
import { isSignedBy, keyIdOf } from '../release-keys';
import { BundledModules } from './bundled-modules';
import { InstallationKey } from './installation-key';
import { sha256Of } from './module-store';

let app: TestApp;
let token: string;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tessera-bundled-'));
  app = await startApp();
  token = (await admin(app)).token;
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

let made = 0;
const newName = () => `mf-bundled-${(made += 1)}`;
const bundle = (release: TestRelease): string =>
  writeRelease(path.join(folder, `${release.manifest.name}-${release.manifest.version}`), release);

/** Starts a server with these bundles beside the others, as a restart does, and ends it. */
async function restart(bundles: readonly string[], use?: (server: TestApp) => Promise<void>): Promise<void> {
  const server = await startBeside(app, { MODULES: bundles.join(',') });
  try {
    await use?.(server);
  } finally {
    await server.close();
  }
}

async function settingsOf(name: string): Promise<ModuleSettingsDto> {
  const { body } = await app.http<ModuleSettingsDto[]>('GET', `/api/modules/settings?q=${name}`, { token });
  const found = body.find((module) => module.name === name);
  if (!found) throw new Error(`There is no module ${name}`);
  return found;
}
const stableOf = async (name: string): Promise<string | undefined> => {
  const { releases, stable_release_id } = await settingsOf(name);
  return releases.find(({ id }) => id === stable_release_id)?.version;
};
async function roll(name: string, version: string): Promise<void> {
  const { id, releases } = await settingsOf(name);
  const body = { stable_release_id: releases.find((release) => release.version === version)?.id };
  expect((await app.http('PATCH', `/api/modules/settings/${id}`, { token, body })).status).toBe(200);
}

describe('modules that the installation ships', () => {
  it('become stable when they are first recorded, and again with each new version', async () => {
    const name = newName();
    const first = bundle(makeRelease({ name, version: '1.0.0' }));
    await restart([first]);
    expect(await stableOf(name)).toBe('1.0.0');
    await restart([first, bundle(makeRelease({ name, version: '1.1.0' }))]);
    expect(await stableOf(name)).toBe('1.1.0');
  });

  it('stay as an administrator chose, however often servers restart with both versions', async () => {
    const name = newName();
    const bundles = ['1.0.0', '2.0.0'].map((version) => bundle(makeRelease({ name, version })));
    await restart(bundles);
    expect(await stableOf(name)).toBe('2.0.0');
    await roll(name, '1.0.0');
    for (const order of [bundles, [...bundles].reverse(), bundles.slice(1)]) await restart(order);
    expect(await stableOf(name)).toBe('1.0.0');
  });

  it('do not replace the stable release of a publisher', async () => {
    const name = newName();
    await restart([bundle(makeRelease({ name, version: '1.0.0' }))]);
    await app.db.query(
      `WITH p AS (INSERT INTO module_publishers (name, modules) VALUES ($1, ARRAY[$1]) RETURNING id),
         r AS (INSERT INTO module_releases
             (module_id, version, manifest, signature, key_id, publisher_id, owner, size_bytes, published_by)
           SELECT r.module_id, '1.5.0', r.manifest, 's', 'k', p.id, 'o', 0, 'b' FROM p, module_releases r
             JOIN modules m ON m.id = r.module_id WHERE m.name = $1 RETURNING id, module_id)
       UPDATE module_assignments a SET release_id = r.id FROM r WHERE a.module_id = r.module_id`,
      [name],
    );
    await restart([bundle(makeRelease({ name, version: '2.0.0' }))]);
    expect(await stableOf(name)).toBe('1.5.0');
  });

  it('replace a stable release from before releases were signed', async () => {
    const name = newName();
    await app.db.query(
      `WITH m AS (INSERT INTO modules (name, title) VALUES ($1, $1) RETURNING id),
         r AS (INSERT INTO module_releases (module_id, version)
           SELECT id, '1.0.0' FROM m RETURNING id, module_id)
       INSERT INTO module_assignments (module_id, release_id, channel) SELECT module_id, id, 'stable' FROM r`,
      [name],
    );
    await restart([bundle(makeRelease({ name, version: '1.1.0' }))]);
    expect(await stableOf(name)).toBe('1.1.0');
  });

  it('are served by every server, not only by the one that recorded them', async () => {
    const name = newName();
    await restart([bundle(makeRelease({ name, version: '1.0.0' }))]);
    const response = await app.http('GET', `/modules/${name}/1.0.0/mf-manifest.json`);
    expect(response).toMatchObject({ status: 200, body: { name } });
  });

  it('keep stored files from being removed that belonged to no release before', async () => {
    const release = makeRelease({ name: newName() });
    const hashes = Object.values(release.files).map(sha256Of);
    await app.db.query(
      `INSERT INTO module_orphaned_files (sha256, found_at) SELECT unnest($1::text[]), now() - interval '8 days'`,
      [hashes],
    );
    await restart([bundle(release)]);
    const { rows } = await app.db.query('SELECT FROM module_orphaned_files WHERE sha256 = ANY ($1)', [
      hashes,
    ]);
    expect(rows).toEqual([]);
  });

  it('are recorded while the server runs, once they are built again', async () => {
    const name = newName();
    const location = writeRelease(path.join(folder, name), makeRelease({ name, version: '1.0.0' }));
    await restart([location], async (server) => {
      writeRelease(path.join(folder, name), makeRelease({ name, version: '1.1.0' }));
      await server.nest.get(BundledModules, { strict: false }).look();
      expect(await stableOf(name)).toBe('1.1.0');
      expect(await server.http('GET', `/modules/${name}/1.1.0/module.json`)).toMatchObject({ status: 200 });
    });
  });

  it('are signed by the key of the installation, which all servers share', async () => {
    const name = newName();
    const release = makeRelease({ name, version: '1.0.0' });
    await Promise.all([restart([bundle(release)]), restart([bundle(release)])]);
    const { body } = await app.http<{ key: string; signature: string }>(
      'GET',
      `/modules/${name}/1.0.0/module.sig.json`,
    );
    const key = await app.nest.get(InstallationKey, { strict: false }).findPublicKey();
    expect(key).toMatchObject({ id: body.key });
    expect(keyIdOf(key?.publicKey ?? '')).toBe(body.key);
    expect(isSignedBy(release.manifestText, body.signature, key?.publicKey ?? '')).toBe(true);
  });

  it('are neither announced nor signed where SEALING_KEYS has lost their key, and the server starts', async () => {
    const name = newName();
    const location = bundle(makeRelease({ name, version: '1.0.0' }));
    await restart([location]);
    const env = { SEALING_KEYS: `other:${Buffer.alloc(32, 9).toString('base64')}` };
    const server = await startBeside(app, {
      ...env,
      MODULES: bundle(makeRelease({ name, version: '1.1.0' })),
    });
    try {
      const { body } = await server.http<{ modules: object[]; incompatible: { name: string }[] }>(
        'GET',
        '/api/modules',
      );
      expect(body.modules).toEqual([]);
      expect(body.incompatible).toContainEqual(expect.objectContaining({ name, version: '1.0.0' }));
    } finally {
      await server.close();
    }
  });

  it('are audited as the work of the system', async () => {
    const name = newName();
    await restart([bundle(makeRelease({ name, version: '1.0.0' }))]);
    const { id, stable_release_id } = await settingsOf(name);
    const { rows } = await app.db.query(
      `SELECT who, action, after FROM audit WHERE entity = 'module' AND entity_id = $1 ORDER BY id`,
      [String(id)],
    );
    expect(rows).toEqual([
      {
        who: 'modules',
        action: 'module.publish',
        after: expect.objectContaining({ release_id: stable_release_id, release: '1.0.0' }) as object,
      },
      {
        who: 'modules',
        action: 'module.promote',
        after: { stable_release_id, stable_version: '1.0.0', approved_release_id: stable_release_id },
      },
    ]);
  });

  it('leave a roll-back to the stable release that they replaced', async () => {
    const name = newName();
    await restart([bundle(makeRelease({ name, version: '1.0.0' }))]);
    await restart([bundle(makeRelease({ name, version: '1.1.0' }))]);
    const { rows } = await app.db.query(
      `SELECT r.version FROM module_assignments a JOIN module_releases r ON r.id = a.previous_release_id
       JOIN modules m ON m.id = a.module_id WHERE m.name = $1`,
      [name],
    );
    expect(rows).toEqual([{ version: '1.0.0' }]);
  });

  it.each([
    [
      'has a file that module.json does not list',
      (at: string) => writeFileSync(path.join(at, 'extra.js'), ''),
    ],
    ['lacks a listed file', (at: string) => rmSync(path.join(at, 'mf-manifest.json'))],
    ['has a changed file', (at: string) => writeFileSync(path.join(at, 'mf-manifest.json'), '{}')],
    [
      'has a module.json of another format',
      (at: string) => writeFileSync(path.join(at, 'module.json'), '{}'),
    ],
    ['is not there', (at: string) => rmSync(at, { recursive: true })],
  ])('are not recorded from a folder that %s, and the other folders are', async (_, damage) => {
    const [name, other] = [newName(), newName()];
    const location = bundle(makeRelease({ name }));
    damage(path.dirname(location));
    await restart([location, bundle(makeRelease({ name: other }))]);
    const { rows } = await app.db.query('SELECT name FROM modules WHERE name = ANY ($1)', [[name, other]]);
    expect(rows).toEqual([{ name: other }]);
  });

  it('are not recorded again with other content under the same version', async () => {
    const name = newName();
    await restart([bundle(makeRelease({ name, title: 'First' }))]);
    await restart([bundle(makeRelease({ name, title: 'Second' }))]);
    const { body } = await app.http('GET', `/modules/${name}/1.0.0/module.json`);
    expect(body).toMatchObject({ title: 'First' });
  });
});
