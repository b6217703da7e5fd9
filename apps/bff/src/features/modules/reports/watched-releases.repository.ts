import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/transactions';
import type { LoadCounts } from './load-figures';
import { type LoadHistogram, sumHistograms } from './load-histogram';

/** A canary, or a stable release of the last 24 hours, that is rolled back when it exceeds its budgets. */
export interface WatchedRelease {
  module_id: number;
  module_name: string;
  title: string;
  release_id: number;
  version: string;
  publisher_id: number | null;
  channel: 'stable' | 'canary';
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
  /** Those of the releases that are watched. A stable release to which a roll-back returned isn't fresh. */
  find(tx: Tx, releaseIds: readonly number[]): Promise<WatchedRelease[]> {
    return tx.query<WatchedRelease>(
      `SELECT m.id AS module_id, m.name AS module_name, m.title, r.id AS release_id, r.version, r.publisher_id, w.channel,
         w.since, w.previous_release_id, m.error_budget_percent::float8 AS error_budget_percent, m.load_budget_ms
       FROM module_releases r JOIN modules m ON m.id = r.module_id
       CROSS JOIN LATERAL (
         SELECT 'stable' AS channel, a.assigned_at AS since, a.previous_release_id FROM module_assignments a
         WHERE a.module_id = m.id AND a.release_id = r.id AND a.channel = 'stable' AND a.assigned_at > now() - ${FRESH}
           AND NOT EXISTS (SELECT FROM module_rollbacks b WHERE b.module_id = m.id AND b.channel = 'stable'
             AND b.to_release_id = r.id AND b.at = a.assigned_at)
         UNION ALL
         SELECT 'canary', greatest(min(a.assigned_at), now() - ${FRESH}), (SELECT s.release_id FROM module_assignments s
           WHERE s.module_id = m.id AND s.channel = 'stable') FROM module_assignments a
         WHERE a.module_id = m.id AND a.release_id = r.id AND a.channel = 'canary' HAVING count(*) > 0) w
       WHERE r.id = ANY ($1::int[]) AND m.enabled AND m.automatic_rollback
       ORDER BY m.id, w.channel, r.id`,
      [releaseIds],
    );
  }

  /** The loads of a release since an instant. */
  async countSince(tx: Tx, releaseId: number, since: Date): Promise<LoadCounts> {
    return this.count(tx, 'minute >= $2', [releaseId, since]);
  }

  /** The loads of a release in the last hour. */
  async countLastHour(tx: Tx, releaseId: number): Promise<LoadCounts> {
    return this.count(tx, "minute > now() - interval '1 hour'", [releaseId]);
  }

  private async count(tx: Tx, condition: string, params: unknown[]): Promise<LoadCounts> {
    const [sum] = await tx.query<{ loads: number; errors: number; histograms: LoadHistogram[] }>(
      `SELECT coalesce(sum(loads), 0)::int AS loads, coalesce(sum(errors), 0)::int AS errors,
         coalesce(json_agg(load_ms), '[]') AS histograms FROM module_load_reports WHERE release_id = $1 AND ${condition}`,
      params,
    );
    return {
      loads: sum?.loads ?? 0,
      errors: sum?.errors ?? 0,
      histogram: sumHistograms(sum?.histograms ?? []),
    };
  }
}
