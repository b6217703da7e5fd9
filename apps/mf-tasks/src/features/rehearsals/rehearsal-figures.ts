import type { RehearsalDto, RehearsalReport } from '@tessera/api';
import { formatCount } from '@tessera/ui';
import { secondsText } from '../../seconds-text';
import type { TasksTexts } from '../../texts';

/** A figure of a report: its name, its value as text, and the number by which two compare. */
export interface Figure {
  name: string;
  value: string;
  number: number | null;
  /** Whether a smaller number is better; null: neither is. */
  lessIsBetter: boolean | null;
}

/** Seats that were held or bought. */
export const seatsOf = ({ seats_held, seats_bought }: RehearsalReport): number => seats_held + seats_bought;

const countOf = ({ outcomes }: RehearsalReport, status: string): number => Number(outcomes[status] ?? 0);

/** The figures of a report, in the order in which they are shown. */
export function figuresOf(t: TasksTexts, report: RehearsalReport): Figure[] {
  const seats = seatsOf(report);
  const target = report.seats_target ?? report.seats_planned;
  const seconds = (name: string, number: number | null): Figure => ({
    name,
    value: secondsText(t, number),
    number,
    lessIsBetter: true,
  });
  const count = (name: string, number: number, lessIsBetter: boolean | null): Figure => ({
    name,
    value: formatCount(number),
    number,
    lessIsBetter,
  });
  return [
    {
      name: t('rehearsals.seatsOfTarget'),
      value: t('rehearsals.of', { seats: formatCount(seats), target: formatCount(target) }),
      // Two rehearsals may have other targets.
      number: target === 0 ? null : seats / target,
      lessIsBetter: false,
    },
    seconds(t('rehearsals.firstSeat'), report.first_seat_s),
    seconds(t('rehearsals.p50'), report.hold_p50_s),
    seconds(t('rehearsals.p95'), report.hold_p95_s),
    count(t('rehearsals.failedTasks'), countOf(report, 'failed') + countOf(report, 'expired'), true),
    count(t('rehearsals.retries'), report.retries, true),
    count(t('rehearsals.lapses'), report.lapses, true),
    count(t('rehearsals.slots'), report.workers.slots, null),
    count(t('rehearsals.mostBusy'), report.workers.most_busy, null),
    count(t('rehearsals.mostWanted'), report.workers.most_wanted, null),
    seconds(t('rehearsals.oldestQueue'), report.workers.oldest_queue_s),
  ];
}

/** Names a rehearsal among others of its event. */
export const labelOf = (t: TasksTexts, { id, scenario, seed, settings }: RehearsalDto): string =>
  t('rehearsals.label', {
    id: String(id),
    scenario: t(`rehearsals.scenarios.${scenario}`),
    seed: String(seed),
    tasks: t('words.taskCount', { count: settings.tasks }),
  });
