import { text } from '../texts';
import type { SchemeTokens } from '../theme/tokens';

export type SeriesKey = keyof SchemeTokens['chart'];

export interface Series {
  key: SeriesKey;
  /** The task statuses that it includes. */
  statuses: readonly string[];
}

/** The series of charts and bars, in their order. */
export const taskSeries: readonly Series[] = [
  { key: 'bought', statuses: ['bought'] },
  { key: 'carted', statuses: ['carted'] },
  { key: 'running', statuses: ['running', 'stopping'] },
  { key: 'waiting', statuses: ['waiting_room'] },
  { key: 'notStarted', statuses: ['idle', 'scheduled', 'queued'] },
  { key: 'failed', statuses: ['failed', 'expired', 'stopped'] },
];

/** Returns the label of a series: "Waiting room". */
export const seriesLabel = (key: SeriesKey): string => text(`series.${key}`);

/** Sums counts by task status into series. */
export function countsBySeries(counts: Readonly<Record<string, number>>): Record<SeriesKey, number> {
  const sums = taskSeries.map(({ key, statuses }) => [
    key,
    statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0),
  ]);
  return Object.fromEntries(sums) as Record<SeriesKey, number>;
}
