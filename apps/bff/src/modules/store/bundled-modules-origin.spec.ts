import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApp, startBeside, type TestApp } from '../../../test/app';
import { insert } from '../../../test/factories';
import {
  makeRelease,
  makeReleaseKey,
  type ReleaseKey,
  signRelease,
  type TestRelease,
} from '../../../test/module-release';

let app: TestApp;
let folder: string;
let elsewhere: Server;
let origin: string;
let key: ReleaseKey;
let publisherId: number;
/** What the other origin answers, by path; a number is a status without a body. */
const responses = new Map<string, Buffer | string | number>();
const asked: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tessera-origin-'));
  const contract = { version: '1.0.0', packages: {}, exports: {} };
  writeFileSync(path.join(folder, 'shell-contract.json'), JSON.stringify(contract));
  writeFileSync(path.join(folder, 'index.html'), '<title>Tessera</title>');
  elsewhere = createServer(({ url = '' }, response) => {
    asked.push(url);
    const answer = responses.get(url) ?? 404;
    if (typeof answer === 'number') response.writeHead(answer, { Location: '/gangway/module.json' }).end();
    else response.end(answer);
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  app = await startApp();
  key = makeReleaseKey();
  publisherId = await insert(app, 'module_publishers', {
    name: 'Gangway',
    modules: ['mf-gangway', 'mf-quay'],
  });
  await insert(app, 'module_keys', { publisher_id: publisherId, key_id: key.id, public_key: key.publicKey });
});
afterAll(async () => {
  await app.close();
  elsewhere.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  responses.clear();
  asked.length = 0;
  await app.db.query('DELETE FROM module_assignments');
});

/** Puts a release at the other origin; its address. */
function offer(release: TestRelease, signer: ReleaseKey | null = key): string {
  for (const [file, bytes] of Object.entries(release.files)) responses.set(`/gangway/${file}`, bytes);
  if (signer) responses.set('/gangway/module.sig.json', JSON.stringify(signRelease(release, signer)));
  responses.set('/gangway/module.json', release.manifestText);
  return `${origin}/gangway/module.json`;
}

/** Starts a server that looks there; gives what it logged. */
async function lookAt(location: string, origins = origin): Promise<string> {
  const lines: string[] = [];
  const env = { WEB_DIR: folder, MODULES: location, MODULE_ORIGINS: origins, LOG_LEVEL: 'warn' };
  const server = await startBeside(app, env, { write: (line) => void lines.push(line) });
  await server.close();
  return lines.join('');
}
const isRecorded = async (name: string, version: string): Promise<boolean> => {
  const sql = `SELECT FROM module_releases r JOIN modules m ON m.id = r.module_id WHERE m.name = $1 AND r.version = $2`;
  return (await app.db.query(sql, [name, version])).rows.length > 0;
};

describe('a release at an allowed origin', () => {
  it('is fetched once, checked, recorded for its publisher, and served from the store', async () => {
    const release = makeRelease({ name: 'mf-gangway', version: '1.0.0' });
    expect(await lookAt(offer(release))).toBe('');
    const { rows } = await app.db.query(
      `SELECT r.publisher_id, r.key_id, a.channel FROM module_releases r JOIN modules m ON m.id = r.module_id
       LEFT JOIN module_assignments a ON a.release_id = r.id WHERE m.name = 'mf-gangway'`,
    );
    expect(rows).toEqual([{ publisher_id: publisherId, key_id: key.id, channel: 'stable' }]);
    responses.clear();
    const response = await app.http('GET', '/modules/mf-gangway/1.0.0/mf-manifest.json');
    expect(response).toMatchObject({ status: 200, body: { name: 'mf-gangway' } });
  });

  it('does not become stable where another release is', async () => {
    await lookAt(offer(makeRelease({ name: 'mf-quay', version: '1.0.0' })));
    await lookAt(offer(makeRelease({ name: 'mf-quay', version: '1.1.0' })));
    expect(await isRecorded('mf-quay', '1.1.0')).toBe(true);
    const { body } = await app.http<{ modules: { name: string; version: string }[] }>('GET', '/api/modules');
    expect(body.modules).toEqual([expect.objectContaining({ name: 'mf-quay', version: '1.0.0' })]);
  });

  it.each([
    [
      'is not signed',
      () => offer(makeRelease({ name: 'mf-gangway', version: '2.0.0' }), null),
      /module\.sig\.json/,
    ],
    [
      'is signed by an unknown key',
      () => offer(makeRelease({ name: 'mf-gangway', version: '2.0.0' }), makeReleaseKey()),
      /is not known/,
    ],
    [
      'is of a module that its publisher may not publish',
      () => offer(makeRelease({ name: 'mf-tasks', version: '2.0.0' })),
      /not allowed for mf-tasks/,
    ],
    [
      'has a changed file',
      () => {
        const location = offer(makeRelease({ name: 'mf-gangway', version: '2.0.0' }));
        responses.set('/gangway/mf-manifest.json', '{}');
        return location;
      },
      /mf-manifest\.json is not the file/,
    ],
    [
      'has a changed module.json',
      () => {
        const location = offer(makeRelease({ name: 'mf-gangway', version: '2.0.0' }));
        responses.set('/gangway/module.json', `${String(responses.get('/gangway/module.json'))} `);
        return location;
      },
      /The signature of mf-gangway 2\.0\.0/,
    ],
    [
      'lacks a file',
      () => {
        const location = offer(makeRelease({ name: 'mf-gangway', version: '2.0.0' }));
        responses.set('/gangway/mf-manifest.json', 404);
        return location;
      },
      /answered 404/,
    ],
    [
      'is larger than a file may be',
      () =>
        offer(
          makeRelease(
            { name: 'mf-gangway', version: '2.0.0' },
            { 'big.js': Buffer.alloc(5 * 1024 * 1024 + 1) },
          ),
        ),
      /has more than/,
    ],
    [
      'redirects',
      () => {
        offer(makeRelease({ name: 'mf-gangway', version: '2.0.0' }));
        responses.set('/moved/module.json', 302);
        return `${origin}/moved/module.json`;
      },
      /fetch failed/,
    ],
    [
      'needs another shell',
      () => offer(makeRelease({ name: 'mf-gangway', version: '2.0.0', shell: '^2.0.0' })),
      /the shell provides 1\.0\.0/,
    ],
    [
      'has a route of the shell',
      () =>
        offer(
          makeRelease({
            name: 'mf-gangway',
            version: '2.0.0',
            routes: [{ path: '/account', action: 'read', reach: 'own' }],
            nav: [],
          }),
        ),
      /belongs to the shell/,
    ],
  ])('is refused when it %s, and the log says why', async (_, make, why) => {
    expect(await lookAt(make())).toMatch(why);
    expect(await isRecorded('mf-gangway', '2.0.0')).toBe(false);
    expect(await isRecorded('mf-tasks', '2.0.0')).toBe(false);
  });

  it('is not even asked for when its origin is not allowed', async () => {
    const location = offer(makeRelease({ name: 'mf-gangway', version: '2.0.0' }));
    expect(await lookAt(location, 'https://elsewhere.example')).toMatch(/not among MODULE_ORIGINS/);
    expect(asked).toEqual([]);
  });
});
