import type { SchemeTokens } from '../theme/tokens';

export type SeriesKey = keyof SchemeTokens['chart'];

export interface Series {
  key: SeriesKey;
  label: string;
  /** The task statuses that it counts. */
  statuses: readonly string[];
}

/** The order in which columns are stacked and bars are laid (look, section 5). */
export const taskSeries: readonly Series[] = [
  { key: 'bought', label: 'Bought', statuses: ['bought'] },
  { key: 'carted', label: 'Carted', statuses: ['carted'] },
  { key: 'running', label: 'Running', statuses: ['running', 'stopping'] },
  { key: 'waiting', label: 'Waiting room', statuses: ['waiting_room'] },
  { key: 'notStarted', label: 'Idle, scheduled, queued', statuses: ['idle', 'scheduled', 'queued'] },
  { key: 'failed', label: 'Failed', statuses: ['failed', 'expired', 'stopped'] },
];

/** Adds up counts by task status into the series; a status that is absent counts 0. */
export function countsBySeries(counts: Readonly<Record<string, number>>): Record<SeriesKey, number> {
  const sums = taskSeries.map(({ key, statuses }) => [
    key,
    statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0),
  ]);
  return Object.fromEntries(sums) as Record<SeriesKey, number>;
}
