import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApp, type TestApp } from '../../../test/app';
import { insert, realm, user } from '../../../test/factories';
import { makeRelease, writeRelease } from '../../../test/module-release';
import { addToken, newTeam, type TestPublisher } from '../../../test/publishers';
import { makeWebFolder } from '../../../test/web-folder';
import type { AnnouncementDto } from '../registry/announcement.dto';

/** The command that teams publish with, as a process of its own. */
const command = path.resolve(__dirname, '../../../../../libs/module-kit/src/bin.ts');

let app: TestApp;
let folder: string;
let team: TestPublisher;
let name: string;
beforeAll(async () => {
  app = await startApp({ WEB_DIR: makeWebFolder() });
});
afterAll(() => app.close());
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'module-'));
  ({ team, name } = await newTeam(app));
  const { public_key, key } = await result<{ public_key: string; key: string }>('keygen');
  await insert(app, 'module_keys', { publisher_id: team.id, key_id: key, public_key });
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs the command in the module's folder. */
const run = (args: readonly string[], token = team.token): Promise<Ended> =>
  new Promise((done) => {
    const env = { PATH: process.env.PATH, TESSERA_MODULE_SERVER: app.url, TESSERA_MODULE_TOKEN: token };
    execFile(process.execPath, [command, ...args], { cwd: folder, env }, (error, out, err) =>
      done({ code: Number(error?.code ?? 0), out, err: err.trim() }),
    );
  });

/** Runs the command and reads its result. */
async function result<T = unknown>(...args: string[]): Promise<T> {
  const { code, out, err } = await run([...args, '--json']);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out) as T;
}

/** Writes a signed build of a version into `dist`. */
async function build(version: string): Promise<void> {
  rmSync(path.join(folder, 'dist'), { recursive: true, force: true });
  writeRelease(path.join(folder, 'dist'), makeRelease({ name, version }, { 'vendor.js': `/* ${name} */` }));
  writeFileSync(path.join(folder, 'module.json'), JSON.stringify({ name }));
  await result('sign', '--key', 'module-key.pem');
}

/** The version that a caller's pages load. */
async function given(caller: { token?: string } = {}): Promise<string | undefined> {
  const { body } = await app.http<AnnouncementDto>('GET', '/api/modules', caller);
  return body.modules.find((module) => module.name === name)?.version;
}

test('a module goes from its build to everybody and back by the command alone', async () => {
  await build('1.0.0');
  expect(await result('publish')).toMatchObject({ name, version: '1.0.0', is_new: true, uploaded_files: 3 });
  expect(await given()).toBeUndefined();
  expect(await result('publish')).toMatchObject({ is_new: false, uploaded_files: 0 });
  expect(await result('verify', `${name}@1.0.0`)).toMatchObject({ name, version: '1.0.0', files: 3 });
  await result('promote', '1.0.0');
  expect(await given()).toBe('1.0.0');

  await build('1.1.0');
  expect(await result('publish')).toMatchObject({ uploaded_files: 1 });
  const realmId = await realm(app);
  const [inside, outside] = [
    await user(app, 'realm_user', realmId),
    await user(app, 'realm_user', await realm(app)),
  ];
  const { out } = await run(['canary', '1.1.0', '--realm', String(realmId)]);
  expect(out).toContain(`${name}: stable 1.0.0, canary 1.1.0 for realm ${realmId}`);
  expect([await given(inside), await given(outside)]).toEqual(['1.1.0', '1.0.0']);
  await result('canary', '1.1.0', '--percent', '100');
  expect(await given(outside)).toBe('1.1.0');
  await result('rollback');
  expect([await given(inside), await given(outside)]).toEqual(['1.0.0', '1.0.0']);
  await result('promote', `${name}@1.1.0`);
  expect(await given()).toBe('1.1.0');
  await result('rollback');
  expect(await given()).toBe('1.0.0');
  await result('disable');
  expect(await given()).toBeUndefined();
  await result('enable');
  expect(await given()).toBe('1.0.0');

  const list = await run(['list', name]);
  expect(list.out.split('\n')[0]).toBe(`${name}: stable 1.0.0`);
  expect(list.out).toMatch(/1\.1\.0 +rolled back .* \(pipeline\) +no loads/);
});

describe('a rejection is the server’s sentence', () => {
  beforeEach(async () => {
    await build('1.0.0');
    await result('publish');
  });

  /** Runs the command and returns the sentence that it ends with. */
  const rejection = async (args: readonly string[], token?: string): Promise<string> => {
    const { code, err } = await run(args, token);
    expect(code).toBe(1);
    return err;
  };
  const signOther = async (key: string) => {
    writeRelease(path.join(folder, 'dist'), makeRelease({ name, title: 'Other' }, { 'vendor.js': '//' }));
    await result('sign', '--key', key);
  };

  it('for other content of a published version', async () => {
    await signOther('module-key.pem');
    expect(await rejection(['publish'])).toBe(
      `tessera-module: ${name} 1.0.0 was published before with other content: raise its version in package.json, then build and sign`,
    );
  });

  it('for a key that the publisher does not have', async () => {
    const { key } = await result<{ key: string }>('keygen', '--out', 'other.pem');
    await signOther('other.pem');
    expect(await rejection(['publish'])).toBe(`tessera-module: The key ${key} is not known`);
  });

  it('for a token without the scope', async () => {
    const { token } = await addToken(app, team.id, ['publish']);
    expect(await rejection(['promote', '1.0.0'], token)).toBe(
      "tessera-module: The token doesn't have the scope release",
    );
  });

  it('for an unknown token', async () => {
    expect(await rejection(['promote', '1.0.0'], 'tp_unknown')).toBe(
      'tessera-module: The console accepts no such token: it is unknown, expired or revoked',
    );
  });

  it('for a release that does not exist', async () => {
    expect(await rejection(['promote', '9.0.0'])).toBe(`tessera-module: ${name} has no release 9.0.0`);
  });
});
