import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import type { LoadHistogram } from './load-histogram';

/** The reports of a release within one step of time. */
export interface StepRow {
  release_id: number;
  version: string;
  at: Date;
  loads: number;
  errors: number;
  histograms: LoadHistogram[];
  reasons: Record<string, number>[];
}

/** The reports of a release in a day. */
export interface DayRow extends Pick<StepRow, 'release_id' | 'loads' | 'errors' | 'histograms'> {
  messages: Record<string, number>[];
}

/** Reads what pages have reported. */
@Injectable()
export class LoadStatsRepository {
  /** The reports of a module's releases in the last `seconds`, by release and step. */
  readSteps(tx: Tx, moduleId: number, seconds: number, stepSeconds: number): Promise<StepRow[]> {
    return tx.query<StepRow>(
      `SELECT l.release_id, r.version, date_bin(make_interval(secs => $3), l.minute, 'epoch') AS at,
         sum(l.loads)::int AS loads, sum(l.errors)::int AS errors, json_agg(l.load_ms) AS histograms,
         coalesce(json_agg(l.reasons) FILTER (WHERE l.errors > 0), '[]') AS reasons
       FROM module_load_reports l JOIN module_releases r ON r.id = l.release_id
       WHERE r.module_id = $1 AND l.minute > now() - make_interval(secs => $2)
       GROUP BY l.release_id, r.version, date_bin(make_interval(secs => $3), l.minute, 'epoch')
       ORDER BY l.release_id DESC, at`,
      [moduleId, seconds, stepSeconds],
    );
  }

  /** The reports of releases in the last 24 hours. */
  readDay(tx: Tx, releaseIds: readonly number[]): Promise<DayRow[]> {
    return tx.query(
      `SELECT release_id, sum(loads)::int AS loads, sum(errors)::int AS errors, json_agg(load_ms) AS histograms,
         coalesce(json_agg(messages) FILTER (WHERE messages <> '{}'), '[]') AS messages
       FROM module_load_reports WHERE release_id = ANY ($1::int[]) AND minute > now() - interval '24 hours'
       GROUP BY release_id`,
      [releaseIds],
    );
  }
}
