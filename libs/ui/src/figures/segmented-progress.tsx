import { text } from '../texts';
import { countsBySeries, seriesWord, taskSeries } from './task-series';
import { TileBar } from './tile-bar';

export interface SegmentedProgressProps {
  /** Tasks by status, as a job answers them. */
  counts: Readonly<Record<string, number>>;
  /** More than the tasks there are, when a target is stated. */
  whole?: number;
  fill?: boolean;
}

/** A job's tasks as tiles: bought, held, running, waiting, not started, failed. */
export function SegmentedProgress({ counts, whole, fill }: SegmentedProgressProps) {
  const sums = countsBySeries(counts);
  const parts = taskSeries.map(({ key }) => ({
    value: sums[key],
    tone: key,
    label: text('series.spoken', { series: seriesWord(key) }),
  }));
  return <TileBar parts={parts} tiles={20} fill={fill} whole={whole} />;
}
