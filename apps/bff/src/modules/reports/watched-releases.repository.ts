import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { type LoadCounts, type LoadHistogram, sumHistograms } from './load-histogram';
import type { ReportedLoads } from './rollback-rules';

/** A canary, or a stable release of the last 24 hours, that is rolled back when it exceeds its budgets. */
export interface WatchedRelease {
  module_id: number;
  title: string;
  release_id: number;
  version: string;
  publisher_id: number | null;
  channel: 'stable' | 'canary';
  /** The canary of this realm, which its own users judge; null: what users of several realms get. */
  realm_id: number | null;
  assigned_at: Date;
  /** When its loads began to count: with its assignment, at most 24 hours ago. */
  since: Date;
  /** The release that users get instead; null: none. */
  previous_release_id: number | null;
  error_budget_percent: number;
  load_budget_ms: number;
}

/** For how long a stable release is fresh, and the loads of a canary count. */
const FRESH = "interval '24 hours'";

/** Reads the releases that are watched, and their loads. */
@Injectable()
export class WatchedReleasesRepository {
  /**
   * Those of the releases that are watched, canaries of one realm before those of several. A stable release to which a
   * roll-back returned isn't fresh.
   */
  findWatched(tx: Tx, releaseIds: readonly number[]): Promise<WatchedRelease[]> {
    return tx.query<WatchedRelease>(
      `SELECT m.id AS module_id, m.title, r.id AS release_id, r.version, r.publisher_id, w.channel,
         w.realm_id, w.assigned_at, greatest(w.assigned_at, now() - ${FRESH}) AS since, w.previous_release_id,
         m.error_budget_percent::float8 AS error_budget_percent, m.load_budget_ms
       FROM module_releases r JOIN modules m ON m.id = r.module_id
       LEFT JOIN module_assignments s ON s.module_id = m.id AND s.channel = 'stable'
       CROSS JOIN LATERAL (
         SELECT 'stable' AS channel, NULL::int AS realm_id, s.assigned_at, s.previous_release_id
         WHERE s.release_id = r.id AND s.assigned_at > now() - ${FRESH}
           AND NOT EXISTS (SELECT FROM module_rollbacks b WHERE b.module_id = m.id AND b.channel = 'stable'
             AND b.to_release_id = r.id AND b.at = s.assigned_at)
         UNION ALL
         SELECT 'canary', a.realm_id, a.assigned_at, s.release_id FROM module_assignments a
         WHERE a.module_id = m.id AND a.release_id = r.id AND a.channel = 'canary' AND a.realm_id IS NOT NULL
         UNION ALL
         SELECT 'canary', NULL, min(a.assigned_at), s.release_id FROM module_assignments a
         WHERE a.module_id = m.id AND a.release_id = r.id AND a.channel = 'canary'
         HAVING count(*) > 1 OR count(*) > count(a.realm_id)) w
       WHERE r.id = ANY ($1::int[]) AND m.enabled AND m.automatic_rollback
       ORDER BY m.id, w.channel, r.id, w.realm_id`,
      [releaseIds],
    );
  }

  /** The loads of a release since an instant, as pages show them. */
  async countSince(tx: Tx, releaseId: number, since: Date): Promise<LoadCounts> {
    const [sum] = await tx.query<{ loads: number; errors: number; histograms: LoadHistogram[] }>(
      `SELECT coalesce(sum(loads), 0)::int AS loads, coalesce(sum(errors), 0)::int AS errors,
         coalesce(json_agg(load_ms), '[]') AS histograms FROM module_load_reports WHERE release_id = $1 AND minute >= $2`,
      [releaseId, since],
    );
    return {
      loads: sum?.loads ?? 0,
      errors: sum?.errors ?? 0,
      histogram: sumHistograms(sum?.histograms ?? []),
    };
  }

  /** The loads of a release since an instant, by the realms that reported them; only those of `source` where it is given. */
  readReported(
    tx: Tx,
    releaseId: number,
    { since, source = null }: { since: Date; source?: string | null },
  ): Promise<ReportedLoads[]> {
    return this.sumBySource(tx, 's.since >= $2 AND ($3::text IS NULL OR s.source = $3)', [
      releaseId,
      since,
      source,
    ]);
  }

  /** The loads of a release in this hour and the one before, by the realms that reported them. */
  readRecent(tx: Tx, releaseId: number): Promise<ReportedLoads[]> {
    return this.sumBySource(tx, `s.since >= date_trunc('hour', now() - interval '1 hour')`, [releaseId]);
  }

  private sumBySource(tx: Tx, condition: string, params: unknown[]): Promise<ReportedLoads[]> {
    return tx.query<ReportedLoads>(
      `SELECT sum(u.loads)::int AS loads, sum(u.errors)::int AS errors, sum(u.slow)::int AS slow,
         (count(*) FILTER (WHERE u.errors > 0))::int AS failing_users, (count(*) FILTER (WHERE u.slow > 0))::int AS slow_users
       FROM (SELECT s.source, s.reporter, sum(s.loads) AS loads, sum(s.errors) AS errors,
           coalesce(sum(s.slow) FILTER (WHERE s.load_budget_ms = m.load_budget_ms), 0) AS slow
         FROM module_load_samples s JOIN module_releases r ON r.id = s.release_id JOIN modules m ON m.id = r.module_id
         WHERE s.release_id = $1 AND ${condition} GROUP BY s.source, s.reporter) u
       GROUP BY u.source`,
      params,
    );
  }
}
