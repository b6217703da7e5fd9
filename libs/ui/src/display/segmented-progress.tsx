import { text } from '../texts';
import { countsBySeries, seriesLabel, taskSeries } from './task-series';
import { TileBar } from './tile-bar';

export interface SegmentedProgressProps {
  /** Tasks by status, as a job answers them. */
  counts: Readonly<Record<string, number>>;
  /** More than the tasks there are, when a target is stated. */
  total?: number;
  fill?: boolean;
}

/** A job's tasks as tiles: bought, held, running, waiting, not started, failed. */
export function SegmentedProgress({ counts, total, fill }: SegmentedProgressProps) {
  const sums = countsBySeries(counts);
  const parts = taskSeries.map(({ key }) => ({
    value: sums[key],
    tone: key,
    label: text('series.spoken', { series: seriesLabel(key) }),
  }));
  return <TileBar parts={parts} tiles={20} fill={fill} total={total} />;
}
