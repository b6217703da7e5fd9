import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import type { ModuleUpload } from './publisher.entity';

/** SQL of whether an upload is still open. */
const isOpen = `created_at > now() - interval '1 hour'`;

/** A release whose files are being uploaded. */
export type OpenUpload = Pick<ModuleUpload, 'id' | 'name' | 'version' | 'manifest' | 'signature' | 'key_id'>;

/** What an upload is of. */
export type NewUpload = Pick<
  ModuleUpload,
  'publisher_id' | 'token_id' | 'name' | 'version' | 'manifest' | 'signature' | 'key_id'
>;

/** Reads and writes the uploads of releases. */
@Injectable()
export class UploadsRepository {
  /** Opens an upload, for an hour from now; one of the same release is opened again. Returns its id. */
  async open(tx: Tx, upload: NewUpload): Promise<number> {
    const { publisher_id, token_id, name, version, manifest, signature, key_id } = upload;
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO module_uploads (publisher_id, token_id, name, version, manifest, signature, key_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (publisher_id, name, version, signature) DO UPDATE SET token_id = excluded.token_id, created_at = now(),
         received_bytes = 0, manifest = excluded.manifest, key_id = excluded.key_id
       RETURNING id`,
      [publisher_id, token_id, name, version, manifest, signature, key_id],
    );
    if (!row) throw new Error('An upsert returns its row');
    return row.id;
  }

  /** Keeps the publisher's other uploads from being opened until the transaction ends, so that they can be counted. */
  async lockUploads(tx: Tx, publisherId: number): Promise<void> {
    await tx.execute(`SELECT pg_advisory_xact_lock(hashtext('modules.uploads'), $1)`, [publisherId]);
  }

  /** How many other uploads of a publisher are open. */
  async countOthers(tx: Tx, { publisher_id, signature }: NewUpload): Promise<number> {
    const [counted] = await tx.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM module_uploads WHERE publisher_id = $1 AND signature <> $2 AND ${isOpen}`,
      [publisher_id, signature],
    );
    return counted?.n ?? 0;
  }

  /** An open upload of a publisher; undefined when there is none. */
  async findUpload(tx: Tx, publisherId: number, id: number): Promise<OpenUpload | undefined> {
    const [upload] = await tx.query<OpenUpload>(
      `SELECT id, name, version, manifest, signature, key_id
       FROM module_uploads WHERE id = $1 AND publisher_id = $2 AND ${isOpen}`,
      [id, publisherId],
    );
    return upload;
  }

  /** Takes bytes from what a publisher may upload in an hour; returns in how many seconds they are left again, 0: now. */
  async takeFromHour(tx: Tx, publisherId: number, bytes: number, limit: number): Promise<number> {
    const isOver = `b.started_at <= now() - interval '1 hour'`;
    const taken = await tx.execute(
      `INSERT INTO module_upload_budgets AS b (publisher_id, bytes) VALUES ($1, $2)
       ON CONFLICT (publisher_id) DO UPDATE SET
         bytes = excluded.bytes + CASE WHEN ${isOver} THEN 0 ELSE b.bytes END,
         started_at = CASE WHEN ${isOver} THEN now() ELSE b.started_at END
       WHERE ${isOver} OR b.bytes + excluded.bytes <= $3`,
      [publisherId, bytes, limit],
    );
    if (taken > 0) return 0;
    const [row] = await tx.query<{ seconds: number }>(
      `SELECT ceil(extract(epoch FROM started_at + interval '1 hour' - now()))::int AS seconds
       FROM module_upload_budgets WHERE publisher_id = $1`,
      [publisherId],
    );
    return Math.max(1, row?.seconds ?? 1);
  }

  /** Counts bytes that were received; false when the upload is over or would exceed the limit. */
  async countBytes(tx: Tx, id: number, bytes: number, limit: number): Promise<boolean> {
    const counted = await tx.execute(
      `UPDATE module_uploads SET received_bytes = received_bytes + $2
       WHERE id = $1 AND received_bytes + $2 <= $3 AND ${isOpen}`,
      [id, bytes, limit],
    );
    return counted > 0;
  }
}
