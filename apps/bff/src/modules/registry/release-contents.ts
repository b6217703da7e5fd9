import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ReleaseManifest } from '@tessera/domain/module-release';
import type { Tx } from '../../platform/database/transactions';
import { AnnouncementRepository, type StoredRelease } from './announcement.repository';

/** A release as its module.json describes it, without the list of its files. */
export type ReleaseContent = Required<Omit<ReleaseManifest, 'format' | 'first' | 'files'>> & {
  /** Subresource integrity of its module.json. */
  integrity: string;
  signature: string;
  key: string;
};

/** Why a release without content isn't given to anybody. */
export const unsignedReason = 'It was recorded before releases were signed: publish it again';

/** Releases in memory; when there are more, the oldest is dropped. */
const MAX_RELEASES = 2000;

/** Reads the content of releases, which never changes, and keeps it in memory. */
@Injectable()
export class ReleaseContents {
  private readonly known = new Map<number, ReleaseContent>();

  constructor(private readonly announcement: AnnouncementRepository) {}

  /** The content of releases by their ids; those that were recorded before releases were signed are left out. */
  async read(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, ReleaseContent>> {
    const contents = new Map<number, ReleaseContent>();
    const missing: number[] = [];
    for (const id of ids) {
      const content = this.known.get(id);
      if (content) contents.set(id, content);
      else missing.push(id);
    }
    if (missing.length === 0) return contents;
    for (const release of await this.announcement.findReleases(tx, missing)) {
      const content = contentOf(release);
      if (!content) continue;
      contents.set(release.id, content);
      this.keep(release.id, content);
    }
    return contents;
  }

  private keep(id: number, content: ReleaseContent): void {
    this.known.set(id, content);
    const [oldest] = this.known.size > MAX_RELEASES ? this.known.keys() : [];
    if (oldest !== undefined) this.known.delete(oldest);
  }
}

function contentOf({ manifest, signature, key_id }: StoredRelease): ReleaseContent | null {
  if (manifest === null || signature === null || key_id === null) return null;
  // A release that was built for an older contract has no slots or entities. The files, up to 2,000 of them, aren't kept.
  const {
    format: _,
    first: _first,
    files: _files,
    slots = [],
    entities = [],
    ...content
  } = JSON.parse(manifest) as ReleaseManifest;
  return {
    ...content,
    slots,
    entities,
    integrity: `sha256-${createHash('sha256').update(manifest).digest('base64')}`,
    signature,
    key: key_id,
  };
}
