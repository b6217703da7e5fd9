import { randomBytes } from 'node:crypto';
import type { ReleaseManifest } from '@tessera/domain/module-release';
import { ReleaseRecorder } from '../src/modules/publishing/release-recorder';
import { Transactions } from '../src/platform/database/transactions';
import { systemScope } from '../src/platform/realm-scope/scope';
import type { TestApp } from './app';
import { insert } from './factories';
import { makeRelease, makeReleaseKey, signRelease } from './module-release';

/** A module whose releases a publisher has signed. */
export interface PublishedModule {
  id: number;
  name: string;
  publisherId: number;
  keyId: string;
  /** Ids of its releases by version. */
  releases: Readonly<Record<string, number>>;
  /** The texts of their module.json by version. */
  manifests: Readonly<Record<string, string>>;
}

/** What differs from an ordinary module. */
export interface ModuleOptions {
  name?: string;
  /** The versions to publish; the first one becomes stable. */
  versions?: readonly string[];
  manifest?: Partial<ReleaseManifest>;
  /** The user who is notified about the publisher's modules. */
  ownerId?: number;
}

const unique = () => randomBytes(5).toString('hex');

/** A publisher with a key and a module with signed releases, the first of which is stable. No file is stored. */
export async function publishedModule(
  app: TestApp,
  { name = `mf-${unique()}`, versions = ['1.0.0', '2.0.0'], manifest, ownerId }: ModuleOptions = {},
): Promise<PublishedModule> {
  const key = makeReleaseKey();
  const publisherId = await insert(app, 'module_publishers', {
    name: `Publisher ${unique()}`,
    modules: [name],
    owner_id: ownerId ?? null,
  });
  await insert(app, 'module_keys', { publisher_id: publisherId, key_id: key.id, public_key: key.publicKey });
  const releases: Record<string, number> = {};
  const manifests: Record<string, string> = {};
  let id = 0;
  for (const version of versions) {
    const release = makeRelease({ name, version, ...manifest });
    const { moduleId, releaseId } = await app.nest
      .get(Transactions, { strict: false })
      .run(systemScope('test'), (tx) =>
        app.nest.get(ReleaseRecorder, { strict: false }).recordRelease(tx, {
          manifestText: release.manifestText,
          signature: signRelease(release, key).signature,
          keyId: key.id,
          publisherId,
          publishedBy: 'test',
          sizeBytes: 1234,
        }),
      );
    releases[version] = releaseId;
    manifests[version] = release.manifestText;
    id = moduleId;
  }
  const [stable] = Object.values(releases);
  await insert(app, 'module_assignments', {
    module_id: id,
    release_id: stable,
    approved_release_id: stable,
    channel: 'stable',
  });
  return { id, name, publisherId, keyId: key.id, releases, manifests };
}
