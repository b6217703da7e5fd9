import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ApiClient } from './api-client.ts';
import { tesseraModule } from './probe-module.ts';
import type { Product } from './product.ts';

/** A team with a key and a token, which publishes to a running console by the command `tessera-module`. */
export interface Team {
  keyFile: string;
  keyId: string;
  publicKey: string;
  /** Runs a command against the console with the team's token. */
  run(...args: string[]): Promise<string>;
  /** Signs and publishes a release's folder. */
  publish(dist: string): Promise<void>;
}

/** Registers a team that may publish certain modules, as an administrator does. */
export async function registerTeam(product: Product, name: string, modules: string[]): Promise<Team> {
  const keyFile = path.join(mkdtempSync(path.join(tmpdir(), 'tessera-team-')), 'key.pem');
  await tesseraModule(['keygen', '--out', keyFile]);
  const publicKey = publicKeyOf(readKey(keyFile));
  const admin = await ApiClient.as(product, product.admin);
  const { id } = await admin.post<{ id: number }>('/api/modules/publishers', {
    name,
    modules,
    may_promote: true,
  });
  await admin.post(`/api/modules/publishers/${id}/keys`, { public_key: publicKey });
  const { token } = await admin.post<{ token: string }>(`/api/modules/publishers/${id}/tokens`, {
    name: `Pipeline of ${name}`,
    scopes: ['publish', 'release'],
  });
  const runCommand = (...args: string[]) =>
    tesseraModule([...args, '--to', product.apiUrl], { TESSERA_MODULE_TOKEN: token });
  return {
    keyFile,
    keyId: keyIdOf(publicKey),
    publicKey,
    run: runCommand,
    async publish(dist) {
      await tesseraModule(['sign', dist, '--key', keyFile]);
      await runCommand('publish', dist);
    },
  };
}

/** Gives a release to everybody, administrators included, and lets the team decide from then on. */
export async function promoteForEverybody(product: Product, name: string, version: string): Promise<void> {
  type Settings = { id: number; releases: { id: number; version: string }[] };
  const admin = await ApiClient.as(product, product.admin);
  const [module] = await admin.get<Settings[]>(`/api/modules/settings?q=${name}`);
  const release = module?.releases.find((one) => one.version === version);
  if (!module || !release) throw new Error(`There is no release ${name}@${version}`);
  await admin.patch(`/api/modules/settings/${module.id}`, {
    stable_release_id: release.id,
    administrators_decide: false,
  });
}

/** Signs a text as module.json, as the owner of a key file can. */
export const signAs = ({ keyFile }: Team, manifest: string): string =>
  sign(null, Buffer.from(`tessera-module/1\n${manifest}`), readKey(keyFile)).toString('base64');

/** The value of `integrity` for a text. */
export const integrityOf = (text: string): string =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`;

const readKey = (file: string): KeyObject => createPrivateKey(readFileSync(file));

const publicKeyOf = (key: KeyObject): string =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');

const keyIdOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('base64url').slice(0, 22);
