import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { ReleaseManifest } from '@tessera/domain/module-release';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';
import { ModuleStore } from './module-store';
import { OrphanedFilesRepository } from './orphaned-files.repository';
import { hexOf } from './release-files';

const EVERY_MS = 60 * 60_000;
/** Rows that a statement writes. */
const ROWS = 1000;
/** Files of a transaction. A store removes them at once, so that the transaction isn't idle for long. */
const BATCH = 16;

const scope = systemScope('modules');

/**
 * Removes stored files that belong to no release, those of abandoned uploads. A file is recorded when it is found, and removed
 * when it is still recorded after a grace time; to use a file, delete its record first. Safe in several
 * processes at once.
 */
@Injectable()
export class OrphanedFiles implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('modules');
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;
  private cleaning: Promise<void> = Promise.resolve();

  constructor(
    private readonly transactions: Transactions,
    private readonly store: ModuleStore,
    private readonly orphans: OrphanedFilesRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.cleaning = this.cleaning.then(() => this.clean());
    }, EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearInterval(this.timer);
    await this.cleaning;
  }

  /** Runs one round. */
  async clean(): Promise<void> {
    try {
      const listed = new ListedFiles(this.orphans);
      await this.transactions.read(scope, (tx) => listed.update(tx));
      await this.store.removePartial();
      await this.recordOrphans(listed);
      while (!this.isStopped && (await this.removeSome(listed)) > 0);
    } catch (error) {
      this.logger.warn(`Files of abandoned uploads could not be removed: ${(error as Error).message}`);
    }
  }

  /** Records the files that no release lists, and deletes the records of all others. */
  private async recordOrphans(listed: ListedFiles): Promise<void> {
    const recorded = new Set(await this.transactions.read(scope, (tx) => this.orphans.list(tx)));
    for await (const stored of this.store.list()) {
      if (this.isStopped) return;
      const found = stored.filter((sha256) => !listed.has(sha256));
      const unrecorded = found.filter((sha256) => !recorded.has(sha256));
      await this.inParts(unrecorded, (tx, some) => this.orphans.add(tx, some));
      for (const sha256 of found) recorded.delete(sha256);
    }
    await this.inParts([...recorded], (tx, some) => this.orphans.claim(tx, some));
  }

  /** Returns how many records it took. They stay locked until the files are gone, and are kept if that fails. */
  private removeSome(listed: ListedFiles): Promise<number> {
    return this.transactions.run(scope, async (tx) => {
      const expired = await this.orphans.takeExpired(tx, BATCH);
      if (expired.length === 0) return 0;
      await listed.update(tx);
      await this.store.remove(expired.filter((sha256) => !listed.has(sha256)));
      return expired.length;
    });
  }

  private async inParts(
    sha256s: readonly string[],
    write: (tx: Tx, some: readonly string[]) => Promise<void>,
  ): Promise<void> {
    for (let start = 0; start < sha256s.length; start += ROWS)
      await this.transactions.run(scope, (tx) => write(tx, sha256s.slice(start, start + ROWS)));
  }
}

/** The files that the releases list. Releases are never deleted, and never change. */
class ListedFiles {
  private readonly sha256s = new Set<string>();
  private readonly releaseIds: number[] = [];

  constructor(private readonly orphans: OrphanedFilesRepository) {}

  has(sha256: string): boolean {
    return this.sha256s.has(sha256);
  }

  /** Reads the releases that were recorded since the last call. */
  async update(tx: Tx): Promise<void> {
    for (;;) {
      const releases = await this.orphans.readReleases(tx, this.releaseIds);
      if (releases.length === 0) return;
      for (const { id, manifest } of releases) {
        const { files } = JSON.parse(manifest) as ReleaseManifest;
        for (const integrity of Object.values(files)) this.sha256s.add(hexOf(integrity));
        this.releaseIds.push(id);
      }
    }
  }
}
