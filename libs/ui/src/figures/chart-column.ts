import type { SeriesKey } from './task-series';

/** One column of a chart, and one row of its table. */
export interface ChartColumn {
  /** Stands under the column and in the table: "14:30". */
  label: string;
  /** The time that it is of, in full: "Tue 24 Nov, 14:30–15:00"; its label unless given. */
  name?: string;
  values: Readonly<Record<SeriesKey, number>>;
}
