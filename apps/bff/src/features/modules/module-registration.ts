import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import { checkBody } from '../../platform/http/validation.pipe';
import { systemScope } from '../../platform/realm-scope/scope';
import { WebFiles } from '../../platform/web/web-files';
import { ModuleFile } from './module-file';
import { ModulesRepository, type Release } from './modules.repository';

const MANIFEST = 'mf-manifest.json';
const RETRY_MS = 5000;

/** Reads the module.json files of `MODULES` at start and records them as releases; retries those that fail. */
@Injectable()
export class ModuleRegistration implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('modules');
  private readonly servedManifests = new Set<string>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly web: WebFiles,
    private readonly modules: ModulesRepository,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.registerAll(this.config.modules);
  }

  onApplicationShutdown(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  private async registerAll(locations: readonly string[]): Promise<void> {
    const failed: string[] = [];
    for (const location of locations) {
      try {
        await this.registerOne(location);
      } catch (error) {
        failed.push(location);
        this.logger.warn(`The module at ${location} could not be registered: ${(error as Error).message}`);
      }
    }
    if (failed.length > 0) this.timer = setTimeout(() => void this.registerAll(failed), RETRY_MS).unref();
  }

  private async registerOne(location: string): Promise<void> {
    const release = /^https?:/.test(location)
      ? await this.fromOrigin(location)
      : await this.fromFolder(location);
    this.servedManifests.add(release.manifest_url);
    await this.transactions.run(systemScope('modules'), (tx) =>
      this.modules.register(
        tx,
        release,
        (url) => !url.startsWith('/modules/') || this.servedManifests.has(url),
      ),
    );
  }

  private async fromOrigin(location: string): Promise<Release> {
    const response = await fetch(location, { signal: AbortSignal.timeout(5000) });
    if (!response.ok) throw new Error(`HTTP status ${response.status}`);
    const file = checkBody(ModuleFile, await response.json());
    this.web.allowOrigin(new URL(location).origin);
    return { ...file, manifest_url: new URL(MANIFEST, location).href };
  }

  private async fromFolder(location: string): Promise<Release> {
    const file = checkBody(ModuleFile, JSON.parse(await readFile(location, 'utf8')));
    this.web.addRemote(file.name, file.version, path.dirname(location));
    return { ...file, manifest_url: `/modules/${file.name}/${file.version}/${MANIFEST}` };
  }
}
