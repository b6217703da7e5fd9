import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import type { PauseDto } from './pauses.dto';

const SELECT = `SELECT z.id, z.realm_id, r.name AS realm_name, z.reason, z.paused_at, z.paused_who, z.ended_at
  FROM pauses z LEFT JOIN realms r ON r.id = z.realm_id`;

/** Reads and writes pauses. A realm sees its own and that of the whole installation. */
@Injectable()
export class PausesRepository {
  /** The pauses in force, that of the installation first. A deleted realm's has no meaning. */
  listInForce(tx: Tx): Promise<PauseDto[]> {
    return tx.query<PauseDto>(
      `${SELECT} WHERE z.ended_at IS NULL AND (z.realm_id IS NULL OR r.deleted_at IS NULL)
       ORDER BY z.realm_id NULLS FIRST LIMIT 1000`,
    );
  }

  /** As the live stream sends them: those that have ended are left out. */
  readLive(tx: Tx, ids: readonly number[]): Promise<PauseDto[]> {
    return tx.query<PauseDto>(`${SELECT} WHERE z.id = ANY ($1::int[]) AND z.ended_at IS NULL`, [ids]);
  }

  async find(tx: Tx, id: number): Promise<PauseDto | undefined> {
    const [pause] = await tx.query<PauseDto>(`${SELECT} WHERE z.id = $1`, [id]);
    return pause;
  }

  /** Begins a pause; false when there is one already, whose beginning this waits for. */
  async begin(tx: Tx, realmId: number | null, reason: string): Promise<boolean> {
    const { userId, label } = tx.scope.actor;
    const begun = await tx.execute(
      `INSERT INTO pauses (realm_id, reason, paused_by, paused_who) VALUES ($1, $2, $3, left($4, 320))
       ON CONFLICT (realm_id) WHERE ended_at IS NULL DO NOTHING`,
      [realmId, reason, userId, label],
    );
    return begun > 0;
  }

  async findInForce(tx: Tx, realmId: number | null): Promise<PauseDto | undefined> {
    const [pause] = await tx.query<PauseDto>(
      `${SELECT} WHERE z.ended_at IS NULL AND z.realm_id IS NOT DISTINCT FROM $1::int`,
      [realmId],
    );
    return pause;
  }

  /** Ends a pause; false when it has ended already. */
  async end(tx: Tx, id: number): Promise<boolean> {
    return (
      (await tx.execute('UPDATE pauses SET ended_at = now() WHERE id = $1 AND ended_at IS NULL', [id])) > 0
    );
  }
}
