import { Injectable } from '@nestjs/common';
import type { ReleaseManifest } from '@tessera/domain/module-release';
import type { Tx } from '../../platform/database/transactions';
import { ApiError } from '../../platform/errors/api-error';
import { parseManifest } from './release-checks';

/** A release whose content was checked and whose files are in the store. */
export interface CheckedRelease {
  /** The text of module.json, exactly as it was signed. */
  manifestText: string;
  /** Base64 of the Ed25519 signature of the text. */
  signature: string;
  keyId: string;
  /** Null: the installation itself. */
  publisherId: number | null;
  /** Who published it, as the history names them. */
  publishedBy: string;
  /** The size of all its files. */
  sizeBytes: number;
}

/** Where a release is recorded; `isNew` is false when it was there before. */
export interface RecordedRelease {
  moduleId: number;
  releaseId: number;
  isNew: boolean;
}

type KnownRelease = {
  id: number;
  manifest: string | null;
  key_id: string | null;
  publisher_id: number | null;
};

/** Records releases. None of them becomes stable by being recorded. */
@Injectable()
export class ReleaseRecorder {
  /**
   * Records a release and, where it is its first, the module. A release that is recorded already with the same content
   * is left as it is. 400 for a module.json that breaks a rule, 409 when the version was recorded with other content, by
   * another publisher or with another key.
   */
  async recordRelease(tx: Tx, release: CheckedRelease): Promise<RecordedRelease> {
    const manifest = parseManifest(release.manifestText);
    const moduleId = await this.lockModule(tx, manifest);
    const known = await this.findKnown(tx, manifest, release);
    if (known !== null) return { moduleId, releaseId: known, isNew: false };
    const releaseId = await this.insert(tx, moduleId, manifest, release);
    // The module's ETag covers its releases.
    await tx.execute('UPDATE modules SET owner = coalesce(owner, $2), version = version + 1 WHERE id = $1', [
      moduleId,
      manifest.owner,
    ]);
    return { moduleId, releaseId, isNew: true };
  }

  /** The id of the release when it is recorded already with the same content; null without, 409 as `recordRelease`. */
  async findKnown(
    tx: Tx,
    manifest: ReleaseManifest,
    release: Pick<CheckedRelease, 'manifestText' | 'keyId' | 'publisherId'>,
  ): Promise<number | null> {
    const [known] = await tx.query<KnownRelease>(
      `SELECT r.id, r.manifest, r.key_id, r.publisher_id FROM module_releases r JOIN modules m ON m.id = r.module_id
       WHERE m.name = $1 AND r.version = $2`,
      [manifest.name, manifest.version],
    );
    if (!known) return null;
    rejectOtherContent(known, release, manifest);
    return known.id;
  }

  /** The module's id, with its row locked, so that releases of one module are recorded in turn. */
  private async lockModule(tx: Tx, { name, title, owner }: ReleaseManifest): Promise<number> {
    await tx.execute(
      'INSERT INTO modules (name, title, owner) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING',
      [name, title, owner],
    );
    const [module] = await tx.query<{ id: number }>('SELECT id FROM modules WHERE name = $1 FOR UPDATE', [
      name,
    ]);
    if (!module) throw new Error('Modules are never deleted');
    return module.id;
  }

  private async insert(
    tx: Tx,
    moduleId: number,
    manifest: ReleaseManifest,
    release: CheckedRelease,
  ): Promise<number> {
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO module_releases
         (module_id, version, manifest, signature, key_id, publisher_id, owner, size_bytes, published_by, routes)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
      [
        moduleId,
        manifest.version,
        release.manifestText,
        release.signature,
        release.keyId,
        release.publisherId,
        manifest.owner,
        release.sizeBytes,
        release.publishedBy,
        JSON.stringify(manifest.routes),
      ],
    );
    if (!row) throw new Error('An insert returns its row');
    return row.id;
  }
}

/** Of the installation's own releases only the content counts: it signs them again when its key changes. */
function rejectOtherContent(
  known: KnownRelease,
  release: Pick<CheckedRelease, 'manifestText' | 'keyId' | 'publisherId'>,
  { name, version }: ReleaseManifest,
): void {
  const reject = (why: string) =>
    new ApiError('CONFLICT', `${name} ${version} was published before ${why}`, {
      reason: 'PUBLISHED_BEFORE',
    });
  if (known.manifest !== release.manifestText)
    throw reject('with other content: raise its version in package.json, then build and sign');
  if (known.publisher_id !== release.publisherId) throw reject('by another publisher');
  if (known.publisher_id !== null && known.key_id !== release.keyId) throw reject('with another key');
}
