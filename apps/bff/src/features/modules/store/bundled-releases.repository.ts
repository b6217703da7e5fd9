import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/transactions';

/** The stable release of a module; `isBundled`: it comes from the installation, not from a publisher. */
export type StableRelease = { releaseId: number; isBundled: boolean };

/** Reads what decides whether a release becomes stable when it is recorded. */
@Injectable()
export class BundledReleasesRepository {
  /** Null when the module has no stable release, or one from before releases were signed, which no page is given. */
  async findStable(tx: Tx, moduleId: number): Promise<StableRelease | null> {
    const [stable] = await tx.query<StableRelease>(
      `SELECT r.id AS "releaseId", r.publisher_id IS NULL AS "isBundled"
       FROM module_assignments a JOIN module_releases r ON r.id = a.release_id
       WHERE a.module_id = $1 AND a.channel = 'stable' AND r.manifest IS NOT NULL`,
      [moduleId],
    );
    return stable ?? null;
  }
}
