import { Injectable } from '@nestjs/common';
import type { ReleaseManifest } from '@tessera/domain/module-release';
import { FairQueue } from '../../platform/auth/fair-queue';
import { ModuleStore, sha256Of } from '../store/module-store';
import { hexOf } from '../store/release-files';

/** The hashes of files that the store lacks or has with other content, and the size of the others. */
export type Inspection = { missing: Set<string>; damaged: Set<string>; sizeBytes: number };

/** Releases that are read at a time, and files of each. */
const RELEASES = 2;
const FILES = 8;

/** Reads the stored files of releases to check them. */
@Injectable()
export class StoredFiles {
  private readonly queue = new FairQueue(RELEASES, 'Too many releases are being checked now. Try again.');

  constructor(private readonly store: ModuleStore) {}

  /** Those of a release's files that the store lacks, by their hashes; without a look at the content of the others. */
  async listMissing(manifest: ReleaseManifest): Promise<string[]> {
    const hashes = hashesOf(manifest);
    const stored = await this.store.has(hashes);
    return hashes.filter((sha256) => !stored.has(sha256));
  }

  /** Reads every file of a release and compares it with its hash. Requesters take turns. */
  inspect(manifest: ReleaseManifest, requester: string): Promise<Inspection> {
    const { files } = manifest;
    return this.queue.runInTurn(requester, async () => {
      const found: Inspection = { missing: new Set(), damaged: new Set(), sizeBytes: 0 };
      const sizes = new Map<string, number>();
      const waiting = hashesOf(manifest);
      const readNext = async (): Promise<void> => {
        for (let sha256 = waiting.pop(); sha256 !== undefined; sha256 = waiting.pop()) {
          const bytes = await this.store.read(sha256);
          if (!bytes) found.missing.add(sha256);
          else if (sha256Of(bytes) !== sha256) found.damaged.add(sha256);
          else sizes.set(sha256, bytes.length);
        }
      };
      await Promise.all(Array.from({ length: FILES }, readNext));
      for (const integrity of Object.values(files)) found.sizeBytes += sizes.get(hexOf(integrity)) ?? 0;
      return found;
    });
  }
}

/** The hashes of a release's files, each once. */
export const hashesOf = ({ files }: ReleaseManifest): string[] => [
  ...new Set(Object.values(files).map(hexOf)),
];

/** `a, b and 3 more`: at most `max` of the texts. */
export const listSome = (texts: readonly string[], max: number): string =>
  texts.length > max ? `${texts.slice(0, max).join(', ')} and ${texts.length - max} more` : texts.join(', ');
