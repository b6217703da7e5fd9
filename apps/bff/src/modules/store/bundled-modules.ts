import { readFile } from 'node:fs/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { Config } from '../../platform/config/config';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';
import { parseManifest } from '../publishing/manifest';
import { ReleaseChecks } from '../publishing/release-checks';
import { type CheckedRelease, ReleaseRecorder } from '../publishing/release-recorder';
import { RouteOwnership } from '../publishing/route-ownership';
import { ModuleAssignmentsService } from '../registry/assignments.service';
import { InstallationKey } from './installation-key';
import { ModuleStore } from './module-store';
import { OrphanedFilesRepository } from './orphaned-files.repository';
import { readContent, readReleaseFolder, type ReleaseContent } from './release-folder';
import { assertAllowedOrigin, fetchManifest, fetchReleaseFile } from './release-origin';

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
    await this.transactions.run(scope, (tx) => this.record(tx, { ...signed, publisherId: null, sizeBytes }));
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
      this.record(tx, { ...signed, publisherId: await check(tx), sizeBytes }),
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
  private async record(tx: Tx, content: Omit<CheckedRelease, 'publishedBy'>): Promise<void> {
    const release = { ...content, publishedBy: 'MODULES' };
    const { moduleId, releaseId, isNew } = await this.recorder.record(tx, release);
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
