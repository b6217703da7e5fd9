import { Injectable } from '@nestjs/common';
import semver from 'semver';
import { findIncompatibilities } from '@tessera/domain/module-compatibility';
import type { ReleaseManifest } from '@tessera/domain/module-release';
import { readManifest } from '@tessera/domain/module-rules';
import type { PublisherIdentity } from '../../platform/access/caller';
import type { Tx } from '../../platform/database/transactions';
import { ApiError, invalid } from '../../platform/errors/api-error';
import { ShellContracts } from '../registry/shell-contracts';
import { isSignedBy } from '../release-keys';
import { PublisherTokens } from './publisher-tokens';

type Signed = { manifestText: string; signature: string; keyId: string };
type KeyRow = { public_key: string; publisher_id: number; is_revoked: boolean };

/** Checks whether a release may be published. */
@Injectable()
export class ReleaseChecks {
  constructor(
    private readonly shellContracts: ShellContracts,
    private readonly tokens: PublisherTokens,
  ) {}

  /**
   * 401 unless the token is valid, 403 unless its publisher may publish the module. Returns whether it may promote it. Until
   * the transaction ends none of it changes.
   */
  async checkPublisher(tx: Tx, publisher: PublisherIdentity, name: string): Promise<{ mayPromote: boolean }> {
    const [own] = await tx.query<{ modules: string[]; may_promote: boolean }>(
      'SELECT modules, may_promote FROM module_publishers WHERE id = $1 FOR SHARE',
      [publisher.publisherId],
    );
    await this.tokens.lockValid(tx, publisher.tokenId);
    if (!own?.modules.includes(name))
      throw new ApiError('FORBIDDEN', `${publisher.publisherName} may not publish ${name}`, {
        reason: 'MODULE_NOT_ALLOWED',
      });
    return { mayPromote: own.may_promote };
  }

  /** As `checkPublisher`, and 403 unless the publisher has signed the release with a key that is valid until then. */
  async checkSigner(
    tx: Tx,
    publisher: PublisherIdentity,
    manifest: ReleaseManifest,
    signed: Signed,
  ): Promise<void> {
    await this.checkPublisher(tx, publisher, manifest.name);
    const key = await this.findSigner(tx, manifest, signed);
    if (key.publisher_id !== publisher.publisherId) throw keyNotAllowed(signed, manifest);
  }

  /**
   * The publisher who has signed the release, where no token names one: 403 unless the key is known, not revoked, and its
   * publisher may publish the module. Until the transaction ends none of it changes.
   */
  async checkAnySigner(tx: Tx, manifest: ReleaseManifest, signed: Signed): Promise<number> {
    const { publisher_id } = await this.findSigner(tx, manifest, signed);
    const [allowed] = await tx.query(
      'SELECT FROM module_publishers WHERE id = $1 AND $2 = ANY (modules) FOR SHARE',
      [publisher_id, manifest.name],
    );
    if (!allowed) throw keyNotAllowed(signed, manifest);
    return publisher_id;
  }

  /** 409 with every reason why the shell of this installation can't run the release; 503 while its contract isn't known. */
  async checkFit(manifest: ReleaseManifest): Promise<void> {
    const { contract, isComplete } = await this.shellContracts.readOwn();
    if (!isComplete)
      throw new ApiError(
        'UNAVAILABLE',
        "This server can't check releases: the shell-contract.json of its shell is missing",
        { retryAfter: 60 },
      );
    const problems = findIncompatibilities(manifest, contract, semver);
    if (problems.length === 0) return;
    throw new ApiError(
      'CONFLICT',
      problems
        .slice(0, 20)
        .map(({ message }) => message)
        .join('; '),
      { reason: 'INCOMPATIBLE', context: { problems: problems.slice(0, 20) } },
    );
  }

  /** The key that has signed the release; 403 unless it is known, not revoked, and the signature its own. */
  private async findSigner(
    tx: Tx,
    { name, version }: ReleaseManifest,
    { manifestText, signature, keyId }: Signed,
  ): Promise<KeyRow> {
    const key = await this.lockKey(tx, keyId);
    if (!key) throw new ApiError('FORBIDDEN', `The key ${keyId} is not known`, { reason: 'KEY_UNKNOWN' });
    if (key.is_revoked)
      throw new ApiError('FORBIDDEN', `The key ${keyId} was revoked`, { reason: 'KEY_REVOKED' });
    if (!isSignedBy(manifestText, signature, key.public_key))
      throw new ApiError('FORBIDDEN', `The signature of ${name} ${version} is not one by the key ${keyId}`, {
        reason: 'WRONG_SIGNATURE',
      });
    return key;
  }

  private async lockKey(tx: Tx, keyId: string): Promise<KeyRow | undefined> {
    const [key] = await tx.query<KeyRow>(
      `SELECT public_key, publisher_id, revoked_at IS NOT NULL AS is_revoked FROM module_keys WHERE key_id = $1 FOR SHARE`,
      [keyId],
    );
    return key;
  }
}

const keyNotAllowed = ({ keyId }: Signed, { name }: ReleaseManifest): ApiError =>
  new ApiError('FORBIDDEN', `The key ${keyId} is not allowed for ${name}`, { reason: 'KEY_NOT_ALLOWED' });

/** The content of a module.json; 400 that names each wrong field. */
export function parseManifest(text: string): ReleaseManifest {
  const { manifest, problems } = readManifest(text);
  if (manifest) return manifest;
  throw invalid(
    problems.map(({ field, message }) => ({ field: `manifest.${field}`, message, code: 'INVALID' })),
  );
}
