import type { SeriesKey } from './task-series';

/** One column of a chart, and one row of its table. */
export interface ChartColumn {
  /** Stands under the column and in the table: "14:30". */
  label: string;
  values: Readonly<Record<SeriesKey, number>>;
}
