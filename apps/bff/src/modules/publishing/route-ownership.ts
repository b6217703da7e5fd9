import { Injectable } from '@nestjs/common';
import { findForeignRoutes, firstSegmentOf } from '@tessera/domain/module-compatibility';
import type { ReleaseManifest } from '@tessera/domain/module-release';
import type { ReleaseProblem } from '@tessera/domain/module-rules';
import type { Tx } from '../../platform/database/transactions';
import { ApiError } from '../../platform/errors/api-error';

type Routed = Pick<ReleaseManifest, 'name' | 'version' | 'routes'>;
type ActiveRoute = { name: string; path: string };

/**
 * Keeps modules out of each other's paths and out of the shell's: the first segment of a path belongs to the module whose
 * assigned release has it. The modules of the installation itself are exempt.
 */
@Injectable()
export class RouteOwnership {
  /** 409 when a route of the release belongs to the shell or to another module. */
  async check(tx: Tx, manifest: Routed): Promise<void> {
    const problems = await this.findProblems(tx, manifest);
    if (problems.length === 0) return;
    throw new ApiError('CONFLICT', problems.map(({ message }) => message).join('; '), {
      reason: 'ROUTE_TAKEN',
      context: { problems: problems.slice(0, 20) },
    });
  }

  /**
   * Why a release can't be assigned; null when its paths are free. Until the transaction ends no other release is assigned,
   * so that two modules can't take the same path at once.
   */
  async findConflict(tx: Tx, releaseId: number): Promise<string | null> {
    await tx.execute(`SELECT pg_advisory_xact_lock(hashtext('modules.routes'))`);
    const [release] = await tx.query<Routed>(
      `SELECT m.name, r.version, r.routes FROM module_releases r JOIN modules m ON m.id = r.module_id
       WHERE r.id = $1 AND r.publisher_id IS NOT NULL`,
      [releaseId],
    );
    const [problem] = release ? await this.findProblems(tx, release) : [];
    return problem?.message ?? null;
  }

  private async findProblems(tx: Tx, manifest: Routed): Promise<ReleaseProblem[]> {
    const active = await this.listActiveRoutes(tx);
    const isOwn = ({ name }: ActiveRoute) => name === manifest.name;
    const own = new Set(active.filter(isOwn).map(({ path }) => path));
    const owners = new Map(
      active.filter((route) => !isOwn(route)).map(({ name, path }) => [firstSegmentOf(path), name]),
    );
    return findForeignRoutes(manifest, owners, own);
  }

  private listActiveRoutes(tx: Tx): Promise<ActiveRoute[]> {
    return tx.query<ActiveRoute>(
      `SELECT DISTINCT m.name, route ->> 'path' AS path
       FROM module_assignments a JOIN modules m ON m.id = a.module_id JOIN module_releases r ON r.id IN (a.release_id, a.approved_release_id),
         jsonb_array_elements(r.routes) route`,
    );
  }
}
