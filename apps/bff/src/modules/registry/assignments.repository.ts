import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import type { ModuleCanary, RollbackMeasurement, RollbackReason } from './settings.dto';

/** A module with who gets which release, as the audit log records it. */
export interface AssignedModule {
  id: number;
  name: string;
  enabled: boolean;
  disabled_by: 'administrator' | 'publisher' | null;
  administrators_decide: boolean;
  stable_release_id: number | null;
  stable_version: string | null;
  previous_release_id: number | null;
  /** What administrators get, and what they got before. */
  approved_release_id: number | null;
  previous_approved_release_id: number | null;
  canaries: (ModuleCanary & { version: string })[];
  error_budget_percent: number;
  load_budget_ms: number;
  automatic_rollback: boolean;
}

/** Columns of `modules` that people set. */
export type ModuleOptions = Partial<
  Pick<
    AssignedModule,
    | 'enabled'
    | 'disabled_by'
    | 'error_budget_percent'
    | 'load_budget_ms'
    | 'automatic_rollback'
    | 'administrators_decide'
  >
>;

/** The stable release of a module with what a roll-back returns to, and what administrators get in its place. */
export interface StableAssignment {
  releaseId: number;
  previousId: number | null;
  approvedId: number | null;
  previousApprovedId: number | null;
}

/** A release that was taken back. */
export interface Rollback {
  releaseId: number;
  channel: 'stable' | 'canary';
  /** The stable release from then on; null: none. */
  toReleaseId: number | null;
  reason: RollbackReason;
  measured: RollbackMeasurement | null;
}

/** The stable release of a module; `isBundled`: it comes from the installation, not from a publisher. */
export interface StableRelease {
  releaseId: number;
  isBundled: boolean;
}

/** Changes who gets which release. The module's row is locked meanwhile. */
@Injectable()
export class AssignmentsRepository {
  /** Locks the module's row until the transaction ends; false when there is none. */
  async lock(tx: Tx, id: number): Promise<boolean> {
    return (await tx.execute('SELECT FROM modules WHERE id = $1 FOR UPDATE', [id])) > 0;
  }

  /** The id of a module and of one of its releases; null for what doesn't exist. */
  async findByName(
    tx: Tx,
    name: string,
    version: string | null,
  ): Promise<{ moduleId: number | null; releaseId: number | null }> {
    const [found] = await tx.query<{ module_id: number; release_id: number | null }>(
      `SELECT m.id AS module_id, r.id AS release_id FROM modules m
       LEFT JOIN module_releases r ON r.module_id = m.id AND r.version = $2 WHERE m.name = $1`,
      [name, version],
    );
    return { moduleId: found?.module_id ?? null, releaseId: found?.release_id ?? null };
  }

  async read(tx: Tx, id: number): Promise<AssignedModule | null> {
    const [module] = await tx.query<AssignedModule>(
      `SELECT m.id, m.name, m.enabled, m.disabled_by, m.administrators_decide, s.release_id AS stable_release_id,
         r.version AS stable_version, s.previous_release_id, s.approved_release_id, s.previous_approved_release_id,
         coalesce((SELECT json_agg(json_build_object('release_id', a.release_id, 'version', v.version,
           'realm_id', a.realm_id, 'percent', a.percent) ORDER BY a.realm_id NULLS FIRST)
           FROM module_assignments a JOIN module_releases v ON v.id = a.release_id
           WHERE a.module_id = m.id AND a.channel = 'canary'), '[]') AS canaries,
         m.error_budget_percent::float8 AS error_budget_percent, m.load_budget_ms, m.automatic_rollback
       FROM modules m LEFT JOIN module_assignments s ON s.module_id = m.id AND s.channel = 'stable'
       LEFT JOIN module_releases r ON r.id = s.release_id WHERE m.id = $1`,
      [id],
    );
    return module ?? null;
  }

  /** Null when the module has no stable release, or one from before releases were signed, which no page is given. */
  async findSignedStable(tx: Tx, moduleId: number): Promise<StableRelease | null> {
    const [stable] = await tx.query<StableRelease>(
      `SELECT r.id AS "releaseId", r.publisher_id IS NULL AS "isBundled"
       FROM module_assignments a JOIN module_releases r ON r.id = a.release_id
       WHERE a.module_id = $1 AND a.channel = 'stable' AND r.manifest IS NOT NULL`,
      [moduleId],
    );
    return stable ?? null;
  }

  /** Makes a release the stable one. Its loads count from now on, unless it is already. */
  async setStable(tx: Tx, moduleId: number, stable: StableAssignment): Promise<void> {
    const { releaseId, previousId, approvedId, previousApprovedId } = stable;
    await tx.execute(
      `INSERT INTO module_assignments AS a
         (module_id, release_id, previous_release_id, approved_release_id, previous_approved_release_id, channel)
       VALUES ($1, $2, $3, $4, $5, 'stable')
       ON CONFLICT (module_id, channel, realm_id) DO UPDATE SET release_id = excluded.release_id,
         previous_release_id = excluded.previous_release_id, approved_release_id = excluded.approved_release_id,
         previous_approved_release_id = excluded.previous_approved_release_id,
         assigned_at = CASE WHEN a.release_id = excluded.release_id THEN a.assigned_at ELSE now() END`,
      [moduleId, releaseId, previousId, approvedId, previousApprovedId],
    );
  }

  /** Gives administrators a release in place of the one they get, or none. */
  async setApproved(tx: Tx, moduleId: number, releaseId: number | null): Promise<void> {
    await tx.execute(
      `UPDATE module_assignments SET approved_release_id = $2, previous_approved_release_id = approved_release_id
       WHERE module_id = $1 AND channel = 'stable' AND approved_release_id IS DISTINCT FROM $2`,
      [moduleId, releaseId],
    );
  }

  /** Leaves the module without a stable release. */
  async removeStable(tx: Tx, moduleId: number): Promise<void> {
    await tx.execute(`DELETE FROM module_assignments WHERE module_id = $1 AND channel = 'stable'`, [
      moduleId,
    ]);
  }

  /** Replaces the canaries of a module; those that don't change are left alone, so that their loads still count. */
  async setCanaries(tx: Tx, moduleId: number, canaries: readonly ModuleCanary[]): Promise<void> {
    await tx.execute(
      `DELETE FROM module_assignments a WHERE a.module_id = $1 AND a.channel = 'canary' AND NOT EXISTS (
         SELECT FROM jsonb_to_recordset($2::jsonb) AS c(realm_id int) WHERE c.realm_id IS NOT DISTINCT FROM a.realm_id)`,
      [moduleId, JSON.stringify(canaries)],
    );
    await tx.execute(
      `INSERT INTO module_assignments AS a (module_id, channel, release_id, realm_id, percent)
       SELECT $1, 'canary', c.release_id, c.realm_id, c.percent
       FROM jsonb_to_recordset($2::jsonb) AS c(release_id int, realm_id int, percent int)
       ON CONFLICT (module_id, channel, realm_id) DO UPDATE SET release_id = excluded.release_id, percent = excluded.percent,
         assigned_at = CASE WHEN a.release_id = excluded.release_id THEN a.assigned_at ELSE now() END
       WHERE (a.release_id, a.percent) IS DISTINCT FROM (excluded.release_id, excluded.percent)`,
      [moduleId, JSON.stringify(canaries)],
    );
  }

  /** Sets the options. Raises the module's version in any case, since its ETag covers the assignments too. */
  async setOptions(tx: Tx, moduleId: number, options: ModuleOptions): Promise<void> {
    await tx.execute(
      `UPDATE modules SET enabled = coalesce($2, enabled), disabled_by = CASE WHEN $6 THEN $7 ELSE disabled_by END,
         administrators_decide = coalesce($8, administrators_decide), error_budget_percent = coalesce($3, error_budget_percent),
         load_budget_ms = coalesce($4, load_budget_ms), automatic_rollback = coalesce($5, automatic_rollback),
         version = version + 1 WHERE id = $1`,
      [
        moduleId,
        options.enabled ?? null,
        options.error_budget_percent ?? null,
        options.load_budget_ms ?? null,
        options.automatic_rollback ?? null,
        options.disabled_by !== undefined,
        options.disabled_by ?? null,
        options.administrators_decide ?? null,
      ],
    );
  }

  async insertRollback(tx: Tx, moduleId: number, rollback: Rollback): Promise<void> {
    const { releaseId, channel, toReleaseId, reason, measured } = rollback;
    await tx.execute(
      `INSERT INTO module_rollbacks (module_id, release_id, channel, to_release_id, reason, measured)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [moduleId, releaseId, channel, toReleaseId, reason, measured && JSON.stringify(measured)],
    );
  }

  /** Those of the ids that are releases of the module and can be announced at all. */
  async filterReleases(tx: Tx, moduleId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await tx.query<{ id: number }>(
      'SELECT id FROM module_releases WHERE module_id = $1 AND id = ANY ($2::int[])',
      [moduleId, ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Those of the ids that are realms. */
  async filterRealms(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await tx.query<{ id: number }>(
      'SELECT id FROM realms WHERE id = ANY ($1::int[]) AND deleted_at IS NULL',
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
