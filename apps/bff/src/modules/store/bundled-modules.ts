import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import {
  manifestFile,
  releaseLimits,
  type ReleaseManifest,
  type ReleaseSignature,
  signatureFile,
} from '@tessera/domain/module-release';
import { audit } from '../../platform/audit/audit';
import { Config } from '../../platform/config/config';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';
import { parseManifest, ReleaseChecks } from '../publishing/release-checks';
import { type CheckedRelease, ReleaseRecorder } from '../publishing/release-recorder';
import { RouteOwnership } from '../publishing/route-ownership';
import { ModuleAssignmentsService } from '../registry/assignments.service';
import { InstallationKey } from './installation-key';
import { ModuleStore, sha256Of } from './module-store';
import { OrphanedFilesRepository } from './orphaned-files.repository';
import { hexOf } from './release-files';

/** Longest that one request may take. */
const TIMEOUT_MS = 10_000;

/** A module.json and its signature at an http address. */
export type SignedManifest = { manifestText: string; signature: string; keyId: string };

/** Fetches a module.json and the module.sig.json beside it. Throws when one can't be had, or the release isn't signed. */
async function fetchManifest(location: string): Promise<SignedManifest> {
  const manifest = await fetchBytes(location, releaseLimits.manifestBytes);
  const text = (await fetchBytes(new URL(signatureFile, location).href, 4096)).toString();
  const { key, signature } = JSON.parse(text) as Partial<ReleaseSignature>;
  if (typeof key !== 'string' || typeof signature !== 'string')
    throw new Error(`${signatureFile} holds no signature`);
  return { manifestText: manifest.toString(), signature, keyId: key };
}

/** Fetches a file of the release whose module.json is at the location. */
const fetchReleaseFile = (location: string, file: string): Promise<Buffer> =>
  fetchBytes(new URL(file, location).href, releaseLimits.fileBytes);

/** Throws unless it is the address of a module.json on one of the origins. */
function assertAllowedOrigin(location: string, origins: readonly string[]): void {
  const { origin, pathname } = new URL(location);
  if (!origins.includes(origin)) throw new Error(`${origin} is not among MODULE_ORIGINS`);
  if (!pathname.endsWith(`/${manifestFile}`)) throw new Error(`It must be the address of a ${manifestFile}`);
}

/** A redirect is a failure, since it could lead to another origin. */
async function fetchBytes(address: string, maxBytes: number): Promise<Buffer> {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`${address} answered ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`${address} has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const LOOK_EVERY_MS = 15_000;
const scope = systemScope('modules');

/**
 * Publishes the releases that `MODULES` names: reads their module.json files at start and looks for changed ones from then on,
 * stores their files, and records them. Those in folders are shipped with the installation, which signs them.
 */
@Injectable()
export class BundledModules implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('modules');
  /** What was last recorded of each location: its module.json, with the signature where it has one. */
  private readonly recorded = new Map<string, string>();
  /** What was last logged about each location, so that a lasting fault is logged once. */
  private readonly failures = new Map<string, string>();
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly store: ModuleStore,
    private readonly key: InstallationKey,
    private readonly checks: ReleaseChecks,
    private readonly ownership: RouteOwnership,
    private readonly recorder: ReleaseRecorder,
    private readonly assignments: ModuleAssignmentsService,
    private readonly orphans: OrphanedFilesRepository,
  ) {}

  /** The server starts listening once every module was tried. */
  async onApplicationBootstrap(): Promise<void> {
    await this.look();
    if (this.config.modules.length > 0) this.schedule();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.looking;
  }

  /** Records what is new or changed. One location's fault doesn't keep the others from being recorded. */
  async look(): Promise<void> {
    for (const location of this.config.modules) {
      if (this.isStopped) return;
      try {
        await this.lookAt(location);
        this.failures.delete(location);
      } catch (error) {
        this.report(location, (error as Error).message);
      }
    }
  }

  private schedule(): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.looking = this.look().finally(() => this.schedule());
    }, LOOK_EVERY_MS).unref();
  }

  private report(location: string, message: string): void {
    if (this.failures.get(location) === message) return;
    this.failures.set(location, message);
    this.logger.warn(`The module at ${location} could not be registered: ${message}`);
  }

  private lookAt(location: string): Promise<void> {
    return /^https?:/.test(location) ? this.lookAtOrigin(location) : this.lookAtFolder(location);
  }

  private async lookAtFolder(location: string): Promise<void> {
    const manifestText = await readFile(location, 'utf8');
    if (this.recorded.get(location) === manifestText) return;
    const content = await readReleaseFolder(location, manifestText);
    await this.storeFiles(content);
    const signed = { manifestText, ...(await this.key.sign(manifestText)) };
    const { sizeBytes } = content;
    await this.transactions.run(scope, (tx) =>
      this.recordBundle(tx, { ...signed, publisherId: null, sizeBytes }),
    );
    this.recorded.set(location, manifestText);
  }

  /** A release of elsewhere must be signed and allowed as one that is published; its files are fetched once. */
  private async lookAtOrigin(location: string): Promise<void> {
    assertAllowedOrigin(location, this.config.moduleOrigins);
    const signed = await fetchManifest(location);
    const seen = JSON.stringify(signed);
    if (this.recorded.get(location) === seen) return;
    const manifest = parseManifest(signed.manifestText);
    const check = async (tx: Tx): Promise<number> => {
      const publisherId = await this.checks.checkAnySigner(tx, manifest, signed);
      if ((await this.recorder.findKnown(tx, manifest, { ...signed, publisherId })) !== null)
        return publisherId;
      await this.checks.checkFit(manifest);
      await this.ownership.check(tx, manifest);
      return publisherId;
    };
    await this.transactions.run(scope, check);
    const content = await readContent(signed.manifestText, manifest, (file) =>
      fetchReleaseFile(location, file),
    );
    await this.storeFiles(content);
    const { sizeBytes } = content;
    await this.transactions.run(scope, async (tx) =>
      this.recordBundle(tx, { ...signed, publisherId: await check(tx), sizeBytes }),
    );
    this.recorded.set(location, seen);
  }

  private async storeFiles({ files }: ReleaseContent): Promise<void> {
    const sha256s = [...files.keys()];
    await this.transactions.run(scope, (tx) => this.orphans.claim(tx, sha256s));
    const stored = await this.store.has(sha256s);
    for (const [sha256, bytes] of files) if (!stored.has(sha256)) await this.store.put(sha256, bytes);
  }

  /**
   * Records a release. It becomes stable where the module has no stable release, or where it is new and both it and the stable
   * one are bundled; so neither a restart nor an older bundle changes what an administrator chose.
   */
  private async recordBundle(tx: Tx, content: Omit<CheckedRelease, 'publishedBy'>): Promise<void> {
    const release = { ...content, publishedBy: 'MODULES' };
    const { moduleId, releaseId, isNew } = await this.recorder.recordRelease(tx, release);
    if (isNew) await this.auditPublished(tx, moduleId, releaseId, release);
    const replacesBundled = isNew && release.publisherId === null;
    await this.assignments.makeStableByDefault(tx, moduleId, releaseId, { replacesBundled });
  }

  private auditPublished(
    tx: Tx,
    moduleId: number,
    releaseId: number,
    { manifestText, keyId, sizeBytes }: CheckedRelease,
  ): Promise<void> {
    const { version, owner } = parseManifest(manifestText);
    const after = { release_id: releaseId, release: version, owner, key_id: keyId, size_bytes: sizeBytes };
    return audit(tx, {
      action: 'module.publish',
      entity: 'module',
      entity_id: moduleId,
      realm_id: null,
      after,
    });
  }
}

/** A release with its content, each file under its hash. */
export type ReleaseContent = {
  manifestText: string;
  manifest: ReleaseManifest;
  files: ReadonlyMap<string, Buffer>;
  sizeBytes: number;
};

/** Reads the release whose module.json is at this path. Throws when its files aren't exactly those that it lists. */
async function readReleaseFolder(manifestPath: string, manifestText: string): Promise<ReleaseContent> {
  const folder = path.dirname(manifestPath);
  const manifest = parseManifest(manifestText);
  const listed = Object.keys(manifest.files);
  const present = new Set(await listFiles(folder));
  const unlisted = [...present].filter((file) => !listed.includes(file));
  if (unlisted.length > 0) throw new Error(`${name(unlisted)} not listed in ${manifestFile}`);
  const missing = listed.filter((file) => !present.has(file));
  if (missing.length > 0) throw new Error(`${name(missing)} missing`);
  return readContent(manifestText, manifest, (file) => readFile(path.join(folder, file)));
}

/** Reads each listed file and checks it; throws for one with other content and for releases that are too large. */
async function readContent(
  manifestText: string,
  manifest: ReleaseManifest,
  read: (file: string) => Promise<Buffer>,
): Promise<ReleaseContent> {
  const files = new Map<string, Buffer>();
  let sizeBytes = 0;
  for (const [file, integrity] of Object.entries(manifest.files)) {
    const bytes = await read(file);
    const sha256 = sha256Of(bytes);
    if (sha256 !== hexOf(integrity)) throw new Error(`${file} is not the file that ${manifestFile} lists`);
    if (bytes.length > releaseLimits.fileBytes) throw new Error(`${file} is larger than a file may be`);
    sizeBytes += bytes.length;
    if (sizeBytes > releaseLimits.totalBytes) throw new Error('It is larger than a release may be');
    files.set(sha256, bytes);
  }
  return { manifestText, manifest, files, sizeBytes };
}

/** The paths of all files of the folder but module.json and its signature, with slashes. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => file !== manifestFile && file !== signatureFile);
}

/** `a.js is`, or `a.js and 2 more are`. */
const name = ([first, ...others]: readonly string[]): string =>
  others.length > 0 ? `${first} and ${others.length} more are` : `${first} is`;
