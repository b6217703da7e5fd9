import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';

/**
 * How long a file belongs to no release before it is removed. Longer than an upload is open by far, and long enough to notice
 * that a database was restored from an old backup.
 */
const GRACE = '7 days';

/** Releases that are read at a time: each may be half a megabyte. */
const RELEASES = 10;

/** A release with the text of its module.json. */
export type ReleaseText = { id: number; manifest: string };

/** Reads and writes which stored files belong to no release. */
@Injectable()
export class OrphanedFilesRepository {
  /**
   * Keeps files from being removed for the grace time from now on. To call before a look at whether they are stored: it
   * waits for a removal in progress, after which they aren't.
   */
  async claim(tx: Tx, sha256s: readonly string[]): Promise<void> {
    await tx.execute('DELETE FROM module_orphaned_files WHERE sha256 = ANY ($1::text[])', [sha256s]);
  }

  /** Records that files belong to no release; those that did so before keep their time. */
  async add(tx: Tx, sha256s: readonly string[]): Promise<void> {
    await tx.execute(
      'INSERT INTO module_orphaned_files (sha256) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
      [sha256s],
    );
  }

  /** All files that are recorded. */
  async list(tx: Tx): Promise<string[]> {
    const rows = await tx.query<{ sha256: string }>('SELECT sha256 FROM module_orphaned_files');
    return rows.map(({ sha256 }) => sha256);
  }

  /** Takes some files whose grace time is over, and locks their rows until the transaction ends. Skips locked ones. */
  async takeExpired(tx: Tx, limit: number): Promise<string[]> {
    const rows = await tx.query<{ sha256: string }>(
      `DELETE FROM module_orphaned_files WHERE sha256 IN (
         SELECT sha256 FROM module_orphaned_files WHERE found_at < now() - interval '${GRACE}'
         ORDER BY found_at LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING sha256`,
      [limit],
    );
    return rows.map(({ sha256 }) => sha256);
  }

  /** Some of the releases that have files, without those with these ids; none when there are no others. */
  readReleases(tx: Tx, exceptIds: readonly number[]): Promise<ReleaseText[]> {
    return tx.query<ReleaseText>(
      `SELECT id, manifest FROM module_releases WHERE manifest IS NOT NULL AND id <> ALL ($1::int[])
       ORDER BY id LIMIT ${RELEASES}`,
      [exceptIds],
    );
  }
}
