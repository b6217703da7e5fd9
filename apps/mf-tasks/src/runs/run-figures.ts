import type { JobRunDto, RehearsalDto, RehearsalReport } from '@tessera/api';
import { failedStatuses } from '@tessera/domain';
import { formatCount } from '@tessera/ui';
import { secondsText } from '../seconds-text';
import type { TasksTexts } from '../texts';

/** A figure of a run: its name, its value as text, and the number by which two compare. */
export interface Figure {
  key: string;
  name: string;
  text: string;
  number: number | null;
  /** Whether a smaller number is better; null: neither is. */
  lessIsBetter: boolean | null;
  /** A difference of two numbers as text; null: they have none. */
  format: ((difference: number) => string) | null;
}

/** A job or a rehearsal, as far as two of them compare. */
export interface Run {
  label: string;
  /** The address of its page. */
  to: string;
  figures: readonly Figure[];
  /** Seconds to hold at every 5% of the tasks that held seats; empty without. */
  curve: readonly number[];
}

/** Every 5% of the tasks that held seats. */
export const curveShares = Array.from({ length: 20 }, (_, index) => (index + 1) * 5);

/** Seats that were held or bought. */
export const seatsOf = ({ seats_held, seats_bought }: RehearsalReport): number => seats_held + seats_bought;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** The makers of figures. */
function makersOf(t: TasksTexts) {
  return {
    seconds: (key: string, name: string, number: number | null): Figure => ({
      key,
      name,
      text: secondsText(t, number),
      number,
      lessIsBetter: true,
      format: (difference) => secondsText(t, difference),
    }),
    count: (key: string, name: string, number: number, lessIsBetter: boolean | null): Figure => ({
      key,
      name,
      text: formatCount(number),
      number,
      lessIsBetter,
      format: formatCount,
    }),
    // By the share: two runs may have other targets.
    seats: (seats: number, target: number): Figure => ({
      key: 'seats',
      name: t('rehearsals.seatsOfTarget'),
      text: t('rehearsals.of', { seats: formatCount(seats), target: formatCount(target) }),
      number: target === 0 ? null : seats / target,
      lessIsBetter: false,
      format: null,
    }),
  };
}

/** What a job and a rehearsal both have, in the order in which it is shown. */
interface CommonFigures {
  tasks: number;
  seats: number;
  target: number;
  first_seat_s: number | null;
  hold_p50_s: number | null;
  hold_p95_s: number | null;
  failed_tasks: number;
  failed_attempts: number;
}

function commonFigures(t: TasksTexts, run: CommonFigures): Figure[] {
  const { seconds, count, seats } = makersOf(t);
  return [
    count('tasks', t('words.tasks'), run.tasks, null),
    seats(run.seats, run.target),
    seconds('first', t('rehearsals.firstSeat'), run.first_seat_s),
    seconds('p50', t('rehearsals.p50'), run.hold_p50_s),
    seconds('p95', t('rehearsals.p95'), run.hold_p95_s),
    count('failed', t('rehearsals.failedTasks'), run.failed_tasks, true),
    count('attempts', t('rehearsals.failedAttempts'), run.failed_attempts, true),
  ];
}

/** The figures of a rehearsal's report. */
function reportFigures(t: TasksTexts, report: RehearsalReport): Figure[] {
  const { seconds, count } = makersOf(t);
  const { slots, most_busy, most_wanted, oldest_queue_s } = report.workers;
  return [
    ...commonFigures(t, {
      ...report,
      seats: seatsOf(report),
      target: report.seats_target ?? report.seats_planned,
      failed_tasks: sum(failedStatuses.map((status) => Number(report.outcomes[status] ?? 0))),
      failed_attempts: sum(report.failures.map(({ tries }) => tries)),
    }),
    count('retries', t('rehearsals.retries'), report.retries, true),
    count('lapses', t('rehearsals.lapses'), report.lapses, true),
    count('slots', t('rehearsals.slots'), slots, null),
    count('busy', t('rehearsals.mostBusy'), most_busy, null),
    count('wanted', t('rehearsals.mostWanted'), most_wanted, null),
    seconds('queue', t('rehearsals.oldestQueue'), oldest_queue_s),
  ];
}

/** A rehearsal as a run; null without a report. */
export function runOfRehearsal(t: TasksTexts, rehearsal: RehearsalDto): Run | null {
  const { id, report } = rehearsal;
  if (report === null) return null;
  const times = report.hold_times_s ?? [];
  return {
    label: rehearsalLabel(t, rehearsal),
    to: `/rehearsals/${id}`,
    figures: reportFigures(t, report),
    // By the nearest rank.
    curve: times.length === 0 ? [] : curveShares.map((share) => valueAt(times, share)),
  };
}

const valueAt = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil((sorted.length * share) / 100) - 1)] ?? 0;

/** A job as a run. */
export function runOfJob(t: TasksTexts, run: JobRunDto): Run {
  const { seconds, count } = makersOf(t);
  return {
    label: jobLabel(t, run),
    to: `/jobs/${run.id}`,
    figures: [
      ...commonFigures(t, { ...run, seats: run.seats_won + run.seats_held, target: run.seats_wanted }),
      count('holding', t('jobPage.run.holding_tasks'), run.holding_tasks, false),
      { ...seconds('duration', t('words.duration'), run.duration_s), lessIsBetter: null },
    ],
    curve: run.hold_curve_s,
  };
}

/** Names a rehearsal among others of its event. */
export const rehearsalLabel = (t: TasksTexts, { id, scenario, seed, settings }: RehearsalDto): string =>
  t('rehearsals.label', {
    id: String(id),
    scenario: t(`rehearsals.scenarios.${scenario}`),
    seed: String(seed),
    tasks: t('words.taskCount', { count: settings.tasks }),
  });

/** Names a job among others. */
export const jobLabel = (t: TasksTexts, { id, name }: { id: number; name: string }): string =>
  t('rehearsals.jobLabel', { id: String(id), name });
