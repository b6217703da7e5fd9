import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isSignedBy, keyIdOf, parsePrivateKey, publicKeyOf, signManifest } from '../src/keys.ts';
import { run } from './run.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'module-kit-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('writes a private key that only its owner may read, and prints its public key and id', async () => {
  const { code, out } = await run(['keygen', '--out', 'team.pem', '--json'], { cwd: folder });
  expect(code).toBe(0);
  const printed = JSON.parse(out) as { file: string; public_key: string; key: string };
  const file = path.join(folder, 'team.pem');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const key = parsePrivateKey(readFileSync(file, 'utf8'), 'team.pem');
  expect(printed).toEqual({ file, public_key: publicKeyOf(key), key: keyIdOf(publicKeyOf(key)) });
  expect(printed.key).toHaveLength(22);
});

test('a signature is valid for its text and its key alone', async () => {
  await run(['keygen', '--out', 'one.pem'], { cwd: folder });
  await run(['keygen', '--out', 'two.pem'], { cwd: folder });
  const [one, two] = ['one.pem', 'two.pem'].map((name) =>
    parsePrivateKey(readFileSync(path.join(folder, name), 'utf8'), name),
  );
  const signature = signManifest('{}', one!);
  expect(isSignedBy('{}', signature, publicKeyOf(one!))).toBe(true);
  expect(isSignedBy('{} ', signature, publicKeyOf(one!))).toBe(false);
  expect(isSignedBy('{}', signature, publicKeyOf(two!))).toBe(false);
});

test('never overwrites a key', async () => {
  await run(['keygen'], { cwd: folder });
  const before = readFileSync(path.join(folder, 'module-key.pem'), 'utf8');
  const { code, err } = await run(['keygen'], { cwd: folder });
  expect(code).toBe(1);
  expect(err).toBe('tessera-module: module-key.pem exists: a key is never overwritten');
  expect(readFileSync(path.join(folder, 'module-key.pem'), 'utf8')).toBe(before);
});
