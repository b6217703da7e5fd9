import { Injectable } from '@nestjs/common';
import { instantJsonSql } from '../../platform/database/instants';
import type { Tx } from '../../platform/database/transactions';
import type { PublishedReleaseDto } from './publishing.dto';

const release = `json_build_object('id', r.id, 'name', m.name, 'version', r.version, 'owner', r.owner, 'key', r.key_id,
  'published_by', r.published_by, 'size_bytes', r.size_bytes, 'created_at', ${instantJsonSql('r.created_at')})`;

/** A recorded release with what it was signed with. */
export type SignedRelease = {
  manifest: string;
  signature: string;
  key_id: string;
  publisher_id: number | null;
};

/** Reads releases for those who publish them. */
@Injectable()
export class PublishedReleasesRepository {
  async readRelease(tx: Tx, id: number): Promise<PublishedReleaseDto> {
    const [row] = await tx.query<{ release: PublishedReleaseDto }>(
      `SELECT ${release} AS release FROM module_releases r JOIN modules m ON m.id = r.module_id WHERE r.id = $1`,
      [id],
    );
    if (!row) throw new Error('Releases are never deleted');
    return row.release;
  }

  /** A release with its signature; undefined when there is none. */
  async findRelease(tx: Tx, name: string, version: string): Promise<SignedRelease | undefined> {
    const [found] = await tx.query<SignedRelease>(
      `SELECT r.manifest, r.signature, r.key_id, r.publisher_id FROM module_releases r JOIN modules m ON m.id = r.module_id
       WHERE m.name = $1 AND r.version = $2 AND r.manifest IS NOT NULL`,
      [name, version],
    );
    return found;
  }
}
