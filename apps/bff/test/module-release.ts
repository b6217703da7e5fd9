import { createHash, type KeyObject, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  manifestFile,
  releaseFormat,
  type ReleaseManifest,
  type ReleaseSignature,
  signatureFile,
} from '@tessera/domain/module-release';
import { keyIdOf, privateKeyFromSeed, publicKeyTextOf, signManifest } from '../src/modules/release-keys';

/** A publisher's key pair. */
export type ReleaseKey = { id: string; publicKey: string; privateKey: KeyObject };

/** A release as its files; `manifestText` is the exact content of module.json. */
export type TestRelease = {
  manifest: ReleaseManifest;
  manifestText: string;
  files: Record<string, Buffer>;
};

/** A new key pair. */
export function makeReleaseKey(): ReleaseKey {
  const privateKey = privateKeyFromSeed(randomBytes(32));
  const publicKey = publicKeyTextOf(privateKey);
  return { id: keyIdOf(publicKey), publicKey, privateKey };
}

/** The fingerprint of a file as module.json lists it. */
const integrityOf = (bytes: Buffer | string): string =>
  `sha256-${createHash('sha256').update(bytes).digest('base64')}`;

/** A small valid release: a federation manifest, one script, and what `files` adds. `changes` overrides its module.json. */
export function makeRelease(
  changes: Partial<ReleaseManifest> = {},
  files: Record<string, string | Buffer> = {},
): TestRelease {
  const name = changes.name ?? 'mf-sample';
  const version = changes.version ?? '1.0.0';
  const content = Object.fromEntries(
    Object.entries({
      'mf-manifest.json': JSON.stringify({ id: name, name }),
      'main.0123456789abcdef.js': `console.log(${JSON.stringify(`${name} ${version}`)})`,
      ...files,
    }).map(([file, text]) => [file, Buffer.from(text)]),
  );
  const manifest: ReleaseManifest = {
    format: releaseFormat,
    name,
    title: 'Sample',
    owner: 'Team Sample',
    version,
    shell: '^1.0.0',
    packages: {},
    uses: {},
    permissions: ['read:own'],
    routes: [{ path: `/${name}`, action: 'read', reach: 'own' }],
    nav: [{ label: 'Sample', path: `/${name}`, icon: 'ticket', order: 10 }],
    first: ['main.0123456789abcdef.js'],
    files: Object.fromEntries(Object.entries(content).map(([file, bytes]) => [file, integrityOf(bytes)])),
    ...changes,
  };
  return { manifest, manifestText: JSON.stringify(manifest), files: content };
}

/** The content of module.sig.json. */
export const signRelease = ({ manifestText }: TestRelease, key: ReleaseKey): ReleaseSignature => ({
  key: key.id,
  signature: signManifest(manifestText, key.privateKey),
});

/** Writes a release into a folder as a build does, with module.sig.json when there is a key. Gives the path of module.json. */
export function writeRelease(folder: string, release: TestRelease, key?: ReleaseKey): string {
  const write = (file: string, content: string | Buffer) => {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
  };
  for (const [file, bytes] of Object.entries(release.files)) write(file, bytes);
  if (key) write(signatureFile, JSON.stringify(signRelease(release, key)));
  write(manifestFile, release.manifestText);
  return path.join(folder, manifestFile);
}
