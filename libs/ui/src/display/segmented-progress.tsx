import { text } from '../texts';
import { countsBySeries, seriesLabel, taskSeries } from './task-series';
import { TileBar } from './tile-bar';

export interface SegmentedProgressProps {
  /** A job's number of tasks by status. */
  counts: Readonly<Record<string, number>>;
  /** A job's target, when it is above its number of tasks. */
  total?: number;
  fill?: boolean;
}

/** A job's tasks as a bar of tiles: bought, held, running, waiting, not started, failed. */
export function SegmentedProgress({ counts, total, fill }: SegmentedProgressProps) {
  const sums = countsBySeries(counts);
  const parts = taskSeries.map(({ key }) => ({
    value: sums[key],
    tone: key,
    label: text('series.spoken', { series: seriesLabel(key) }),
  }));
  return <TileBar parts={parts} tiles={20} fill={fill} total={total} />;
}
