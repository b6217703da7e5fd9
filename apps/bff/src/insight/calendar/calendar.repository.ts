import { Injectable } from '@nestjs/common';
import { mayMoveJob } from '@tessera/domain';
import { Conditions } from '../../platform/database/conditions';
import { siteName } from '../../platform/database/display-names';
import type { Tx } from '../../platform/database/transactions';
import { jobCostSql, type JobDto, jobFigures } from '../../work';
import {
  type CalendarConflictDto,
  type CalendarEntryDto,
  type CalendarKind,
  type CalendarQuery,
  MAX_ENTRIES,
} from './calendar.dto';
import { conflictsSql } from './conflicts';

/** What the entries of a calendar are chosen by. */
export type CalendarRange = Pick<CalendarQuery, 'from' | 'to' | 'site_id' | 'planned'>;

/** An entry with what a calendar file needs of its row. */
export type CalendarRow = CalendarEntryDto & { version: number; updated_at: Date };

/** A job moved in thought: its first task would start at `at`, with `delay` seconds between two tasks. */
export type MovedJob = { id: number; at: string; delay: number };

type ConflictRow = Pick<CalendarConflictDto, 'logins' | 'login_names'> &
  Record<`${'a' | 'b'}_job`, number | null> &
  Record<`${'a' | 'b'}_job_name`, string | null> &
  Record<`${'a' | 'b'}_event`, number> &
  Record<`${'a' | 'b'}_event_name`, string> &
  Record<`${'a' | 'b'}_at`, Date>;

/** Whether a template, a job or a task of the scope is for the event `e`. */
const isPlanned = `(EXISTS (SELECT FROM tasks t WHERE t.event_id = e.id AND t.deleted_at IS NULL)
  OR EXISTS (SELECT FROM templates m WHERE m.event_id = e.id AND m.deleted_at IS NULL))`;

/** When an event has the kind of entry, and the indexed column that says so. */
const eventTimes = {
  on_sale: { at: 'e.on_sale_at', compared: 'e.on_sale_at' },
  kick_off: { at: 'to_timestamp(e.ko)', compared: 'e.ko' },
} as const;

/** Reads the entries of a calendar. */
@Injectable()
export class CalendarRepository {
  /** At most `MAX_ENTRIES` entries of one kind, and one more where there are more. */
  findEntries(tx: Tx, kind: CalendarKind, range: CalendarRange): Promise<CalendarRow[]> {
    return kind === 'job' ? this.findJobs(tx, range) : this.findEvents(tx, kind, range);
  }

  /** Conflicts whose starts are in the range. With `moved`: those of this job at its new time. */
  async findConflicts(
    tx: Tx,
    { from, to }: Pick<CalendarRange, 'from' | 'to'>,
    moved?: MovedJob,
  ): Promise<CalendarConflictDto[]> {
    const rows = await tx.query<ConflictRow>(conflictsSql, [
      from,
      to,
      moved?.id ?? null,
      moved?.at ?? null,
      moved?.delay ?? null,
    ]);
    return rows.map((row) => ({
      logins: row.logins,
      login_names: row.login_names,
      sides: (['a', 'b'] as const).map((side) => ({
        job_id: row[`${side}_job`],
        job_name: row[`${side}_job_name`],
        event_id: row[`${side}_event`],
        event_name: row[`${side}_event_name`],
        at: row[`${side}_at`].toISOString(),
      })),
    }));
  }

  private findEvents(tx: Tx, kind: 'on_sale' | 'kick_off', range: CalendarRange): Promise<CalendarRow[]> {
    const { at, compared } = eventTimes[kind];
    const where = new Conditions().add('e.deleted_at IS NULL').add('s.deleted_at IS NULL');
    const bound = (instant: string) =>
      kind === 'on_sale'
        ? `${where.param(instant)}::timestamptz`
        : `ceil(extract(epoch FROM ${where.param(instant)}::timestamptz))::bigint`;
    where.add(`${compared} >= ${bound(range.from)}`).add(`${compared} < ${bound(range.to)}`);
    where.ids('e.site_id', range.site_id, 'site_id');
    if (range.planned !== undefined) where.add(range.planned ? isPlanned : `NOT ${isPlanned}`);
    return tx.query<CalendarRow>(
      `SELECT '${kind}:' || e.id AS id, '${kind}' AS kind, ${at} AS at, NULL AS ends_at, e.name, e.id AS event_id,
         e.name AS event_name, e.site_id, ${siteName('s')} AS site_name, s.time_zone, NULL::int AS job_id, NULL::int AS realm_id, e.status,
         (SELECT count(*)::int FROM tasks t WHERE t.event_id = e.id AND t.unfinished AND t.deleted_at IS NULL) AS tasks,
         NULL::jsonb AS cost, NULL::int AS unpriced_seats, false AS can_move, e.version, e.updated_at
       FROM events e JOIN sites s ON s.id = e.site_id
       WHERE ${where.sql} ORDER BY ${compared}, e.id LIMIT ${MAX_ENTRIES + 1}`,
      where.params,
    );
  }

  private async findJobs(tx: Tx, range: CalendarRange): Promise<CalendarRow[]> {
    const where = new Conditions()
      .add('j.deleted_at IS NULL')
      .period('j.scheduled_at', range.from, range.to)
      .ids('j.site_id', range.site_id, 'site_id');
    const rows = await tx.query<Omit<CalendarRow, 'can_move'> & Pick<JobDto, 'counts'>>(
      `SELECT 'job:' || x.id AS id, 'job' AS kind, x.scheduled_at AS at,
         x.scheduled_at + make_interval(secs => greatest(0, x.tasks - 1) * x.delay) AS ends_at,
         x.name, x.event_id, x.event_name, x.site_id, x.site_name, x.time_zone, x.id AS job_id, x.realm_id, x.status, x.tasks,
         x.cost, x.unpriced_seats, x.counts, x.version, x.updated_at
       FROM (
         SELECT j.id, j.scheduled_at, j.name, j.event_id, e.name AS event_name, j.site_id, ${siteName('s')} AS site_name, s.time_zone, j.realm_id,
           f.status, coalesce((j.config ->> 'launch_delay')::int, 0) AS delay, j.version, j.updated_at,
           (SELECT coalesce(sum(c.value::int), 0)::int FROM jsonb_each_text(f.counts) c) AS tasks,
           f.counts, ${jobCostSql('j')} AS cost, j.unpriced_seats
         FROM jobs j JOIN events e ON e.id = j.event_id JOIN sites s ON s.id = j.site_id ${jobFigures}
         WHERE ${where.sql}) x
       ORDER BY x.scheduled_at, x.id LIMIT ${MAX_ENTRIES + 1}`,
      where.params,
    );
    return rows.map(({ counts, ...row }) => ({ ...row, can_move: mayMoveJob({ counts }) }));
  }
}
