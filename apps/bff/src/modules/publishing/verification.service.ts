import { Injectable } from '@nestjs/common';
import type { ReleaseManifest } from '@tessera/domain/module-release';
import type { PublisherIdentity } from '../../platform/access/caller';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, notFound } from '../../platform/errors/api-error';
import type { Scope } from '../../platform/realm-scope/scope';
import { isSignedBy } from '../release-keys';
import { InstallationKey } from '../store/installation-key';
import { hexOf } from '../store/release-files';
import { PublishedReleasesRepository, type SignedRelease } from './published-releases.repository';
import type { ReleaseVerificationDto } from './publishing.dto';
import { listSome, StoredFiles } from './stored-files';

/** Verifies stored releases. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly releases: PublishedReleasesRepository,
    private readonly files: StoredFiles,
    private readonly installationKey: InstallationKey,
  ) {}

  /**
   * Reads every stored file of a release again and checks it and the signature. 409 with what is wrong; 404 for modules of
   * other publishers.
   */
  async verify(
    scope: Scope,
    publisher: PublisherIdentity,
    name: string,
    version: string,
  ): Promise<ReleaseVerificationDto> {
    const { release, publicKey } = await this.transactions.read(scope, async (tx) => {
      const found = publisher.modules.includes(name)
        ? await this.releases.findRelease(tx, name, version)
        : undefined;
      if (!found) throw notFound('Release');
      return { release: found, publicKey: await this.findPublicKey(tx, found) };
    });
    const manifest = JSON.parse(release.manifest) as ReleaseManifest;
    const { missing, damaged, sizeBytes } = await this.files.inspect(manifest, String(publisher.publisherId));
    const fileProblems = Object.entries(manifest.files).flatMap(([file, integrity]) => {
      const sha256 = hexOf(integrity);
      if (missing.has(sha256)) return [`${file} is missing from the store`];
      return damaged.has(sha256) ? [`${file} has been changed in the store`] : [];
    });
    const problems = [...signatureProblems(release, publicKey), ...fileProblems];
    if (problems.length > 0)
      throw new ApiError('CONFLICT', `${name} ${version} is not as it was signed: ${listSome(problems, 5)}`, {
        reason: 'RELEASE_DAMAGED',
        context: { problems: problems.slice(0, 100) },
      });
    return {
      name,
      version,
      key: release.key_id,
      files: Object.keys(manifest.files).length,
      size_bytes: sizeBytes,
    };
  }

  /** The public key that signed a release; null when it was revoked or is the installation's and unreadable. */
  private async findPublicKey(tx: Tx, { key_id, publisher_id }: SignedRelease): Promise<string | null> {
    if (publisher_id === null) {
      const own = await this.installationKey.findPublicKey();
      return own?.id === key_id ? own.publicKey : null;
    }
    const [key] = await tx.query<{ public_key: string }>(
      'SELECT public_key FROM module_keys WHERE key_id = $1 AND publisher_id = $2 AND revoked_at IS NULL',
      [key_id, publisher_id],
    );
    return key?.public_key ?? null;
  }
}

function signatureProblems(
  { manifest, signature, key_id }: SignedRelease,
  publicKey: string | null,
): string[] {
  if (publicKey === null) return [`The key ${key_id} is no longer valid`];
  return isSignedBy(manifest, signature, publicKey) ? [] : [`The signature is not one by the key ${key_id}`];
}
