import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isSignedBy } from '../src/keys.ts';
import { run } from './run.ts';
import { type SampleModule, writeModule } from './sample-release.ts';

let sample: SampleModule;
let publicKey: string;
beforeEach(async () => {
  sample = writeModule();
  const { out } = await run(['keygen', '--json'], { cwd: sample.folder });
  ({ public_key: publicKey } = JSON.parse(out) as { public_key: string });
});
afterEach(() => sample.remove());

const cli = (...args: string[]) => run(args, { cwd: sample.folder });
const inDist = (file: string) => path.join(sample.folder, 'dist', file);
const readSigned = () => JSON.parse(readFileSync(inDist('module.sig.json'), 'utf8')) as { signature: string };

describe('sign', () => {
  it('writes the signature of module.json beside it', async () => {
    const { code, out } = await cli('sign', 'dist', '--key', 'module-key.pem');
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/^Signed mf-gates 1.2.3 with the key /) as string,
    });
    const text = readFileSync(inDist('module.json'), 'utf8');
    expect(isSignedBy(text, readSigned().signature, publicKey)).toBe(true);
  });

  it('takes the key from TESSERA_MODULE_KEY, also with its lines joined', async () => {
    const pem = readFileSync(path.join(sample.folder, 'module-key.pem'), 'utf8');
    for (const TESSERA_MODULE_KEY of [pem, pem.replaceAll('\n', '\\n')]) {
      const { code } = await run(['sign'], { cwd: sample.folder, env: { TESSERA_MODULE_KEY } });
      expect(code).toBe(0);
    }
  });

  it('refuses a build of another version than the one of package.json', async () => {
    sample.write('package.json', JSON.stringify({ name: 'mf-gates', version: '1.3.0' }));
    expect(await cli('sign', '--key', 'module-key.pem')).toMatchObject({
      code: 1,
      err: 'tessera-module: dist is 1.2.3, package.json says 1.3.0: run npm run build',
    });
    sample.write('package.json', JSON.stringify({ name: 'mf-gates', version: '1.2.3' }));
    expect((await cli('sign', '--key', 'module-key.pem')).code).toBe(0);
  });

  it('signs the build of another module than the one of the folder', async () => {
    sample.write('package.json', JSON.stringify({ name: 'tools', version: '7.0.0' }));
    sample.write('module.json', JSON.stringify({ name: 'mf-doors' }));
    expect((await cli('sign', '--key', 'module-key.pem')).code).toBe(0);
  });

  it('needs a key', async () => {
    expect(await cli('sign')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--key FILE') as string,
    });
    writeFileSync(path.join(sample.folder, 'other.pem'), 'no key');
    expect(await cli('sign', '--key', 'other.pem')).toMatchObject({
      code: 1,
      err: 'tessera-module: other.pem holds no private key in PEM',
    });
  });
});

describe.each(['sign', 'verify'])('%s refuses', (command) => {
  const key = command === 'sign' ? ['--key', 'module-key.pem'] : [];
  const refused = async () => {
    const { code, err } = await cli(command, 'dist', ...key);
    expect(code).toBe(1);
    return err;
  };

  it('a folder without a build', async () => {
    rmSync(inDist('module.json'));
    expect(await refused()).toBe('tessera-module: dist holds no module.json: build the module first');
  });

  it('a changed file', async () => {
    writeFileSync(inDist('css/main.0123456789ab.css'), 'a{color:blue}');
    expect(await refused()).toBe(
      "tessera-module: dist is no valid release: css/main.0123456789ab.css isn't the file that module.json lists",
    );
  });

  it('a file that is missing and one that is not listed', async () => {
    rmSync(inDist('js/copy.0123456789ab.js'));
    mkdirSync(inDist('notes'));
    writeFileSync(inDist('notes/draft.txt'), 'draft');
    expect(await refused()).toBe(
      "tessera-module: dist is no valid release: js/copy.0123456789ab.js is listed, but missing; notes/draft.txt isn't listed in module.json",
    );
  });

  it('a link', async () => {
    symlinkSync('/etc/hosts', inDist('hosts'));
    expect(await refused()).toContain('hosts is no ordinary file');
  });

  it('a module.json that breaks a rule', async () => {
    const manifest = JSON.parse(readFileSync(inDist('module.json'), 'utf8')) as object;
    writeFileSync(inDist('module.json'), JSON.stringify({ ...manifest, version: 'next' }));
    expect(await refused()).toContain('version must be a semantic version');
  });
});

describe('verify', () => {
  it('accepts a signed build, with the key as text or in a file', async () => {
    await cli('sign', '--key', 'module-key.pem');
    writeFileSync(path.join(sample.folder, 'team.pub'), `${publicKey}\n`);
    for (const key of [publicKey, 'team.pub'])
      expect(JSON.parse((await cli('verify', 'dist', '--key', key, '--json')).out)).toMatchObject({
        name: 'mf-gates',
        version: '1.2.3',
        files: 4,
        signature: 'valid',
      });
  });

  it('states that the signature is not verified without a key', async () => {
    await cli('sign', '--key', 'module-key.pem');
    const { code, out } = await cli('verify');
    expect(code).toBe(0);
    expect(out).toMatch(
      /\nEvery file of mf-gates 1\.2\.3 is as its module\.json lists it\. The signature was not checked: to check that the key .{22} made it, give the public key with --key$/,
    );
  });

  it('refuses a build without a signature', async () => {
    expect(await cli('verify')).toMatchObject({
      code: 1,
      err: expect.stringContaining("dist isn't signed") as string,
    });
  });

  it('refuses the signature of another key', async () => {
    await cli('sign', '--key', 'module-key.pem');
    const other = JSON.parse((await cli('keygen', '--out', 'other.pem', '--json')).out) as {
      public_key: string;
    };
    const { code, err } = await cli('verify', '--key', other.public_key);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/is signed by the key .*, not by /) as string,
    });
  });

  it('refuses a signature of another text', async () => {
    await cli('sign', '--key', 'module-key.pem');
    const manifest = JSON.parse(readFileSync(inDist('module.json'), 'utf8')) as object;
    writeFileSync(inDist('module.json'), JSON.stringify({ ...manifest, title: 'Doors' }));
    expect(await cli('verify', '--key', publicKey)).toMatchObject({
      code: 1,
      err: 'tessera-module: The signature of mf-gates 1.2.3 is wrong',
    });
  });
});
