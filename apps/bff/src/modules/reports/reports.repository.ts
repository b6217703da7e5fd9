import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import type { LoadHistogram } from './load-histogram';

/** A release that a caller may report. */
export interface ReportableRelease {
  module_id: number;
  name: string;
  release_id: number;
  version: string;
  load_budget_ms: number;
}

/** What a user, or a realm, has reported about a release in the current hour. */
export interface ReportBudget {
  bucket: string;
  loads: number;
  bad_loads: number;
}

/** Loads of one release to be added to those of its minute, and to those of their reporter. */
export interface LoadsToAdd {
  release_id: number;
  /** Keyed hash of the user. */
  reporter: string;
  /** Keyed hash of the user's realm. */
  source: string;
  loads: number;
  errors: number;
  slow: number;
  load_budget_ms: number;
  load_ms: LoadHistogram;
  reasons: Readonly<Record<string, number>>;
  /** Failed ones by what their error said. */
  messages: Readonly<Record<string, number>>;
}

/** How long a release may be reported after its assignment has ended, since open pages still run it. */
const REPORTABLE = "interval '1 hour'";
/** How long a budget of a release lasts. */
const BUDGET = "interval '1 hour'";

/** Counts reported loads. */
@Injectable()
export class ReportsRepository {
  /** Those of the releases that the session has fetched and that somebody gets, or did within the last hour. */
  findReportable(
    tx: Tx,
    session: string,
    reported: readonly { module: string; version: string }[],
  ): Promise<ReportableRelease[]> {
    return tx.query<ReportableRelease>(
      `SELECT DISTINCT m.id AS module_id, m.name, r.id AS release_id, r.version, m.load_budget_ms
       FROM jsonb_to_recordset($2::jsonb) AS x(module text, version text)
       JOIN modules m ON m.name = x.module
       JOIN module_releases r ON r.module_id = m.id AND r.version = x.version AND r.manifest IS NOT NULL
       JOIN module_fetches f ON f.release_id = r.id AND f.session = $1
       WHERE EXISTS (SELECT FROM module_assignments a WHERE a.module_id = m.id AND a.release_id = r.id)
         OR EXISTS (SELECT FROM module_past_assignments p
           WHERE p.release_id = r.id AND p.ended_at > now() - ${REPORTABLE})
       ORDER BY r.id`,
      [session, JSON.stringify(reported)],
    );
  }

  /** Records that a session was given releases. */
  async addFetches(tx: Tx, session: string, releaseIds: readonly number[]): Promise<void> {
    await tx.execute(
      `INSERT INTO module_fetches (session, release_id) SELECT $1, x FROM unnest($2::int[]) x ORDER BY x ON CONFLICT DO NOTHING`,
      [session, releaseIds],
    );
  }

  /** Locks budgets until the transaction ends, and returns them; one of another hour starts again. */
  lockBudgets(tx: Tx, buckets: readonly string[]): Promise<ReportBudget[]> {
    return tx.query<ReportBudget>(
      `INSERT INTO module_report_budgets AS b (bucket, loads, bad_loads) SELECT x, 0, 0 FROM unnest($1::text[]) x ORDER BY x
       ON CONFLICT (bucket) DO UPDATE SET
         loads = CASE WHEN b.started_at > now() - ${BUDGET} THEN b.loads ELSE 0 END,
         bad_loads = CASE WHEN b.started_at > now() - ${BUDGET} THEN b.bad_loads ELSE 0 END,
         started_at = CASE WHEN b.started_at > now() - ${BUDGET} THEN b.started_at ELSE now() END
       RETURNING bucket, loads, bad_loads`,
      [buckets],
    );
  }

  async saveBudgets(tx: Tx, budgets: readonly ReportBudget[]): Promise<void> {
    await tx.execute(
      `UPDATE module_report_budgets b SET loads = x.loads, bad_loads = x.bad_loads
       FROM jsonb_to_recordset($1::jsonb) AS x(bucket text, loads int, bad_loads int) WHERE b.bucket = x.bucket`,
      [JSON.stringify(budgets)],
    );
  }

  /** Adds loads to those of this minute. Loads from before the release was assigned stay apart, even within a minute. */
  async addLoads(tx: Tx, loads: readonly LoadsToAdd[]): Promise<void> {
    await tx.execute(
      `INSERT INTO module_load_reports AS l (release_id, minute, loads, errors, load_ms, reasons, messages)
       SELECT x.release_id, ${startSql('minute')},
         x.loads, x.errors, ARRAY(SELECT jsonb_array_elements_text(x.load_ms)::int), x.reasons, x.messages
       FROM jsonb_to_recordset($1::jsonb) AS x(release_id int, loads int, errors int, load_ms jsonb, reasons jsonb,
         messages jsonb)
       ORDER BY x.release_id
       ON CONFLICT (release_id, minute) DO UPDATE SET loads = l.loads + excluded.loads, errors = l.errors + excluded.errors,
         load_ms = ARRAY(SELECT u.a + u.b FROM unnest(l.load_ms, excluded.load_ms) WITH ORDINALITY AS u(a, b, i) ORDER BY u.i),
         reasons = ${sumSql('reasons')}, messages = ${sumSql('messages')}`,
      [JSON.stringify(loads)],
    );
  }

  /** Adds loads to those of their reporter in this hour. Slow ones by another load budget no longer count. */
  async addSamples(tx: Tx, loads: readonly LoadsToAdd[]): Promise<void> {
    await tx.execute(
      `INSERT INTO module_load_samples AS s (release_id, since, reporter, source, loads, errors, slow, load_budget_ms)
       SELECT x.release_id, ${startSql('hour')}, x.reporter, x.source, x.loads, x.errors, x.slow, x.load_budget_ms
       FROM jsonb_to_recordset($1::jsonb) AS x(release_id int, reporter text, source text, loads int, errors int, slow int,
         load_budget_ms int)
       ORDER BY x.release_id
       ON CONFLICT (release_id, since, reporter) DO UPDATE SET loads = s.loads + excluded.loads,
         errors = s.errors + excluded.errors, load_budget_ms = excluded.load_budget_ms,
         slow = excluded.slow + CASE WHEN s.load_budget_ms = excluded.load_budget_ms THEN s.slow ELSE 0 END`,
      [JSON.stringify(loads)],
    );
  }
}

/** SQL of the numbers by key that stand in a minute already, and those to be added. */
const sumSql = (
  column: 'reasons' | 'messages',
) => `(SELECT coalesce(jsonb_object_agg(s.key, s.sum), '{}') FROM (
  SELECT e.key, sum(e.value::int) AS sum FROM (SELECT * FROM jsonb_each_text(l.${column})
    UNION ALL SELECT * FROM jsonb_each_text(excluded.${column})) e GROUP BY e.key) s)`;

/** SQL of when the period began in which a release (`x.release_id`) is reported now: with a minute or an hour, or with its assignment. */
const startSql = (period: 'minute' | 'hour') => `greatest(date_trunc('${period}', now()),
  (SELECT max(a.assigned_at) FROM module_assignments a WHERE a.release_id = x.release_id))`;
