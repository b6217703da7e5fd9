import { readFile } from 'node:fs/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { audit } from '../../../platform/audit/audit';
import { Config } from '../../../platform/config/config';
import { Transactions } from '../../../platform/database/transactions';
import { systemScope } from '../../../platform/realm-scope/scope';
import { type CheckedRelease, ReleaseRecorder } from '../publishing/release-recorder';
import { BundledReleasesRepository } from './bundled-releases.repository';
import { InstallationKey } from './installation-key';
import { ModuleStore } from './module-store';
import { readReleaseFolder, type ReleaseContent } from './release-folder';

const LOOK_EVERY_MS = 15_000;
const scope = systemScope('modules');

/**
 * Publishes the modules that the installation ships: reads the module.json files of `MODULES` at start and looks for changed
 * ones from then on, stores their files, and records each as a release that the installation signs.
 */
@Injectable()
export class BundledModules implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('modules');
  /** The text of each module.json that was last recorded, by its location. */
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
    private readonly recorder: ReleaseRecorder,
    private readonly releases: BundledReleasesRepository,
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

  private async lookAt(location: string): Promise<void> {
    const manifestText = await readFile(location, 'utf8');
    if (this.recorded.get(location) === manifestText) return;
    const content = await readReleaseFolder(location, manifestText);
    await this.storeFiles(content);
    const { keyId, signature } = await this.key.sign(manifestText);
    await this.record({
      manifestText,
      signature,
      keyId,
      publisherId: null,
      publishedBy: 'MODULES',
      sizeBytes: content.sizeBytes,
    });
    this.recorded.set(location, manifestText);
  }

  private async storeFiles({ files }: ReleaseContent): Promise<void> {
    const stored = await this.store.has([...files.keys()]);
    for (const [sha256, bytes] of files) if (!stored.has(sha256)) await this.store.put(sha256, bytes);
  }

  /**
   * Records a release. It becomes stable where the module has no stable release, or where it is new and the stable one is
   * bundled too; so neither a restart nor an older bundle changes what an administrator chose.
   */
  private async record(release: CheckedRelease): Promise<void> {
    await this.transactions.run(scope, async (tx) => {
      const { moduleId, releaseId, isNew } = await this.recorder.record(tx, release);
      const stable = await this.releases.findStable(tx, moduleId);
      const becomesStable = stable === null || (isNew && stable.isBundled);
      if (becomesStable) await this.releases.setStable(tx, moduleId, releaseId);
      if (!isNew && !becomesStable) return;
      const before = { stable_release_id: stable?.releaseId ?? null };
      const after = { stable_release_id: becomesStable ? releaseId : before.stable_release_id };
      await audit(tx, {
        action: 'module.update',
        entity: 'module',
        entity_id: moduleId,
        realm_id: null,
        before: { ...before, published_release_id: null },
        after: { ...after, published_release_id: isNew ? releaseId : null },
      });
    });
  }
}
