import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  releaseFormat,
  type ReleaseManifest,
  shellContract,
  signedText,
} from '../../../libs/domain/src/module-release.ts';
import type { Client } from './client.ts';

const SPKI_HEADER_BYTES = 12;
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** A team with a key and a token, which publishes small releases of one module. */
export class Publisher {
  readonly module: string;
  private readonly key: { id: string; privateKey: KeyObject };
  /** Authenticates by the publisher's token. */
  private readonly client: Client;

  private constructor(module: string, key: { id: string; privateKey: KeyObject }, client: Client) {
    this.module = module;
    this.key = key;
    this.client = client;
  }

  /** Registers a team for a module as an administrator; `client` then gets the team's token. */
  static async register(administrator: Client, client: Client, module: string): Promise<Publisher> {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(SPKI_HEADER_BYTES);
    const { id } = await administrator.requestOk<{ id: number }>('POST', '/api/modules/publishers', {
      name: `Team of ${module}`,
      modules: [module],
      may_promote: true,
    });
    const path = `/api/modules/publishers/${id}`;
    await administrator.requestOk('POST', `${path}/keys`, { public_key: raw.toString('base64') });
    const { token } = await administrator.requestOk<{ token: string }>('POST', `${path}/tokens`, {
      name: 'chaos',
      scopes: ['publish', 'release'],
    });
    client.token = token;
    return new Publisher(module, { id: sha256(raw).toString('base64url').slice(0, 22), privateKey }, client);
  }

  /** Publishes a version with a few files. Every step can be repeated, so a restarted server doesn't interrupt it. */
  async publish(version: string): Promise<void> {
    const files = new Map(
      ['mf-manifest.json', 'entry.js', 'page.js', 'page.css'].map((name) => [
        name,
        Buffer.from(`/* ${name} of ${this.module} ${version} */`),
      ]),
    );
    const manifest: ReleaseManifest = {
      format: releaseFormat,
      name: this.module,
      title: 'Chaos',
      owner: 'Chaos',
      version,
      shell: `^${shellContract}`,
      packages: {},
      uses: {},
      permissions: ['read:own'],
      routes: [{ path: `/${this.module}`, action: 'read', reach: 'own' }],
      nav: [],
      first: ['entry.js'],
      files: Object.fromEntries(
        [...files].map(([name, bytes]) => [name, `sha256-${sha256(bytes).toString('base64')}`]),
      ),
    };
    const text = JSON.stringify(manifest);
    const signature = sign(null, Buffer.from(signedText(text)), this.key.privateKey).toString('base64');
    const { upload_id: upload } = await this.client.requestOk<{ upload_id: number }>(
      'POST',
      '/api/publishing/releases',
      { manifest: text, signature, key: this.key.id },
    );
    const path = `/api/publishing/releases/${upload}`;
    for (const bytes of files.values())
      await this.client.requestOk('PUT', `${path}/files/${sha256(bytes).toString('hex')}`, bytes);
    await this.client.requestOk('POST', `${path}/complete`);
  }

  /** Makes a version the stable one. */
  async promote(version: string): Promise<void> {
    await this.client.requestOk('POST', `/api/publishing/modules/${this.module}/promote`, { version });
  }
}
