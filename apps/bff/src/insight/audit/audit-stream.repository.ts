import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';

/** The advisory lock of the one process that writes; no other lock uses this number. */
const STREAM_LOCK = 7_355_613;

/** Audit entries that wait for the stream, and whether they are collected at all. */
@Injectable()
export class AuditStreamRepository {
  /** Has entries collected from now on, or no longer. What waits already stays. */
  async collect(tx: Tx, isOn: boolean): Promise<void> {
    await tx.execute(
      isOn
        ? 'INSERT INTO audit_stream_state DEFAULT VALUES ON CONFLICT DO NOTHING'
        : 'DELETE FROM audit_stream_state',
    );
  }

  /** Whether this transaction may write: until it ends, no other one does. */
  async tryLock(tx: Tx): Promise<boolean> {
    const [lock] = await tx.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
      STREAM_LOCK,
    ]);
    return lock?.locked ?? false;
  }

  /** Removes entries that were written. */
  async remove(tx: Tx, ids: readonly string[]): Promise<void> {
    await tx.execute('DELETE FROM audit_stream WHERE id = ANY ($1::bigint[])', [ids]);
  }
}
