import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { releaseLimits, type ReleaseManifest } from '@tessera/domain/module-release';
import type { PublisherIdentity } from '../../platform/access/caller';
import { audit } from '../../platform/audit/audit';
import { FairQueue } from '../../platform/auth/fair-queue';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, invalid, notFound } from '../../platform/errors/api-error';
import { readBytes } from '../../platform/http/bytes';
import type { Scope } from '../../platform/realm-scope/scope';
import { ModuleStore } from '../store/module-store';
import { OrphanedFilesRepository } from '../store/orphaned-files.repository';
import { hexOf } from '../store/release-files';
import { PublishedReleasesRepository } from './published-releases.repository';
import { PublisherTokens } from './publisher-tokens';
import type { PublishedReleaseDto, ReleaseInput, ReleaseUploadDto } from './publishing.dto';
import { parseManifest, ReleaseChecks } from './release-checks';
import { type CheckedRelease, ReleaseRecorder } from './release-recorder';
import { RouteOwnership } from './route-ownership';
import { hashesOf, listSome, StoredFiles } from './stored-files';
import { type OpenUpload, UploadsRepository } from './uploads.repository';

/** Uploads of one publisher that may be open. */
export const MAX_UPLOADS = 100;
/** Files that are received at a time. */
const MAX_FILES = 16;
/** Bytes that an upload may send in all: a file may be sent again when its connection was lost. */
const MAX_RECEIVED_BYTES = 2 * releaseLimits.totalBytes;

/** Bytes that a publisher may upload in an hour: ten of the largest releases. */
export const MAX_BYTES_AN_HOUR = 10 * releaseLimits.totalBytes;

type Signed = { manifestText: string; signature: string; keyId: string };

/** Publishes releases: an upload begins with the signed module.json, receives the missing files, and is completed. */
@Injectable()
export class UploadsService {
  private readonly receiving = new FairQueue(MAX_FILES, 'Too many files are being uploaded now. Try again.');

  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: PublisherTokens,
    private readonly store: ModuleStore,
    private readonly files: StoredFiles,
    private readonly checks: ReleaseChecks,
    private readonly ownership: RouteOwnership,
    private readonly recorder: ReleaseRecorder,
    private readonly releases: PublishedReleasesRepository,
    private readonly uploads: UploadsRepository,
    private readonly orphans: OrphanedFilesRepository,
  ) {}

  /** Opens an upload and names the files that it lacks; gives the release instead when it is published already. */
  async begin(
    scope: Scope,
    publisher: PublisherIdentity,
    input: ReleaseInput,
  ): Promise<ReleaseUploadDto | PublishedReleaseDto> {
    const signed = readSigned(input);
    const manifest = parseManifest(signed.manifestText);
    const begun = await this.transactions.run(scope, async (tx) => {
      const known = await this.check(tx, publisher, manifest, signed);
      if (known) return known;
      const upload = {
        publisher_id: publisher.publisherId,
        token_id: publisher.tokenId,
        name: manifest.name,
        version: manifest.version,
        manifest: signed.manifestText,
        signature: signed.signature,
        key_id: signed.keyId,
      };
      await this.uploads.lockUploads(tx, publisher.publisherId);
      if ((await this.uploads.countOthers(tx, upload)) >= MAX_UPLOADS)
        throw new ApiError('LIMIT_REACHED', `${publisher.publisherName} has ${MAX_UPLOADS} open uploads`, {
          context: { limit: MAX_UPLOADS },
        });
      await this.orphans.claim(tx, hashesOf(manifest));
      return { upload_id: await this.uploads.open(tx, upload) };
    });
    return 'upload_id' in begun ? { ...begun, missing: await this.files.listMissing(manifest) } : begun;
  }

  /** Receives a file of an upload and stores it. Sending a file again does no harm. */
  async receive(
    scope: Scope,
    publisher: PublisherIdentity,
    { uploadId, sha256 }: { uploadId: number; sha256: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const upload = await this.transactions.read(scope, (tx) => this.findUpload(tx, publisher, uploadId));
    const { files } = JSON.parse(upload.manifest) as ReleaseManifest;
    if (!Object.values(files).some((integrity) => hexOf(integrity) === sha256))
      throw new ApiError(
        'NOT_FOUND',
        `${upload.name} ${upload.version} lists no file with the SHA-256 ${sha256}`,
      );
    await this.receiving.runInTurn(String(publisher.publisherId), async () => {
      const received = await readBytes(request, reply, releaseLimits.fileBytes);
      if (received.sha256 !== sha256)
        throw invalid([
          {
            field: 'sha256',
            message: `The bytes received have the SHA-256 ${received.sha256}, not ${sha256}`,
            code: 'INVALID',
          },
        ]);
      await this.transactions.run(scope, async (tx) => {
        await this.tokens.lockValid(tx, publisher.tokenId);
        const { length } = received.bytes;
        const { publisherId, publisherName } = publisher;
        const retryAfter = await this.uploads.takeFromHour(tx, publisherId, length, MAX_BYTES_AN_HOUR);
        if (retryAfter > 0)
          throw new ApiError('RATE_LIMIT', `${publisherName} has uploaded as much as it may in an hour`, {
            retryAfter,
          });
        if (!(await this.uploads.countBytes(tx, uploadId, length, MAX_RECEIVED_BYTES)))
          throw new ApiError('TOO_LARGE', 'More was uploaded than a release may have: begin again');
      });
      await this.store.put(sha256, received.bytes);
    });
  }

  /** Records the release of an upload. It isn't given to anybody by that. Completing it again gives the same release. */
  async complete(scope: Scope, publisher: PublisherIdentity, uploadId: number): Promise<PublishedReleaseDto> {
    const upload = await this.transactions.read(scope, (tx) => this.findUpload(tx, publisher, uploadId));
    const manifest = parseManifest(upload.manifest);
    const sizeBytes = await this.measure(manifest, publisher);
    const signed = { manifestText: upload.manifest, signature: upload.signature, keyId: upload.key_id };
    return this.transactions.run(scope, async (tx) => {
      await this.findUpload(tx, publisher, uploadId);
      const known = await this.check(tx, publisher, manifest, signed);
      if (known) return known;
      const publishedBy = scope.actor.label;
      const release = { ...signed, publisherId: publisher.publisherId, publishedBy, sizeBytes };
      return this.recordRelease(tx, release);
    });
  }

  /**
   * Checks again everything that may have changed since the upload began: the token, the key, the shell, the routes, and
   * whether the version was published in the meantime. Gives the release when it is published already.
   */
  private async check(
    tx: Tx,
    publisher: PublisherIdentity,
    manifest: ReleaseManifest,
    signed: Signed,
  ): Promise<PublishedReleaseDto | null> {
    await this.checks.checkSigner(tx, publisher, manifest, signed);
    const known = await this.recorder.findKnown(tx, manifest, {
      ...signed,
      publisherId: publisher.publisherId,
    });
    if (known !== null) return this.releases.readRelease(tx, known);
    await this.checks.checkFit(manifest);
    await this.ownership.check(tx, manifest);
    return null;
  }

  private async recordRelease(tx: Tx, release: CheckedRelease): Promise<PublishedReleaseDto> {
    const { moduleId, releaseId, isNew } = await this.recorder.recordRelease(tx, release);
    const published = await this.releases.readRelease(tx, releaseId);
    if (isNew) {
      const { version, owner, key, size_bytes } = published;
      await audit(tx, {
        action: 'module.publish',
        entity: 'module',
        entity_id: moduleId,
        realm_id: null,
        after: { release_id: releaseId, release: version, owner, key_id: key, size_bytes },
      });
    }
    return published;
  }

  /** The size of a release's files; 409 when some aren't stored, 413 when they are too large together. */
  private async measure(manifest: ReleaseManifest, publisher: PublisherIdentity): Promise<number> {
    const { missing, damaged, sizeBytes } = await this.files.inspect(manifest, String(publisher.publisherId));
    const lacking = new Set([...missing, ...damaged]);
    if (lacking.size > 0) {
      const paths = Object.entries(manifest.files).flatMap(([file, integrity]) =>
        lacking.has(hexOf(integrity)) ? [file] : [],
      );
      throw new ApiError('CONFLICT', `Not uploaded yet: ${listSome(paths, 5)}`, {
        reason: 'FILES_MISSING',
        context: { missing: [...lacking].slice(0, 200) },
      });
    }
    if (sizeBytes > releaseLimits.totalBytes)
      throw new ApiError(
        'TOO_LARGE',
        `${manifest.name} ${manifest.version} has ${sizeBytes} bytes; a release may have ${releaseLimits.totalBytes}`,
      );
    return sizeBytes;
  }

  private async findUpload(
    tx: Tx,
    { publisherId }: PublisherIdentity,
    uploadId: number,
  ): Promise<OpenUpload> {
    const upload = await this.uploads.findUpload(tx, publisherId, uploadId);
    if (!upload) throw notFound('Upload');
    return upload;
  }
}

/** The signed module.json of a body; 400 when it isn't signed. */
function readSigned({ manifest, signature, key }: ReleaseInput): Signed {
  if (signature && key) return { manifestText: manifest, signature, keyId: key };
  const field = signature ? 'key' : 'signature';
  throw invalid([
    {
      field,
      message: `The release isn't signed: ${field} of its module.sig.json is missing`,
      code: 'REQUIRED',
    },
  ]);
}
