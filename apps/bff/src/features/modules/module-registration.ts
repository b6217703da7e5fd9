import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import { checkBody } from '../../platform/http/validation.pipe';
import { systemScope } from '../../platform/realm-scope/scope';
import { WebFiles } from '../../platform/web/web-files';
import { register, type Release } from './modules.queries';
import { ModuleFile } from './module-file';

const MANIFEST = 'mf-manifest.json';
const RETRY_MS = 5000;

/** Reads the MODULES' module.json files at start and records them as releases; one that can't be had is tried again. */
@Injectable()
export class ModuleRegistration implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('modules');
  private readonly served = new Set<string>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly web: WebFiles,
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
    this.served.add(release.manifest_url);
    await this.transactions.run(systemScope('modules'), (tx) =>
      register(tx, release, (url) => !url.startsWith('/modules/') || this.served.has(url)),
    );
  }

  private async fromOrigin(location: string): Promise<Release> {
    const answer = await fetch(location, { signal: AbortSignal.timeout(5000) });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    const file = checkBody(ModuleFile, await answer.json());
    this.web.allowOrigin(new URL(location).origin);
    return { ...file, manifest_url: new URL(MANIFEST, location).href };
  }

  private async fromFolder(location: string): Promise<Release> {
    const file = checkBody(ModuleFile, JSON.parse(await readFile(location, 'utf8')));
    this.web.addRemote(file.name, file.version, path.dirname(location));
    return { ...file, manifest_url: `/modules/${file.name}/${file.version}/${MANIFEST}` };
  }
}
