import type { RehearsalDto } from '@tessera/api';
import { Panel } from '@tessera/ui';
import { type ChartLine, LineChart } from '@tessera/ui/panels';
import { secondsText } from '../../seconds-text';
import { useTexts } from '../../texts';
import { labelOf } from './rehearsal-figures';

/** Every 5% of the tasks that held seats. */
const SHARES = Array.from({ length: 20 }, (_, index) => (index + 1) * 5);

/** The value below which `share` percent of the sorted values are, by the nearest rank. */
const percentile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil((sorted.length * share) / 100) - 1)] ?? null;

interface HoldCurveProps {
  rehearsal: RehearsalDto;
  /** The run to lay over it. */
  other: RehearsalDto | null;
}

/** How long tasks took to hold seats, by percentile: the median is p50. */
export function HoldCurve({ rehearsal, other }: HoldCurveProps) {
  const t = useTexts();
  const times = rehearsal.report?.hold_times_s ?? [];
  if (times.length === 0) return null;
  const line = (run: RehearsalDto, of: readonly number[]): ChartLine => ({
    label: labelOf(t, run),
    color: run === rehearsal ? 'bought' : 'carted',
    dashed: run !== rehearsal,
    values: SHARES.map((share) => percentile(of, share)),
  });
  const others = other?.report?.hold_times_s ?? [];
  return (
    <Panel title={t('rehearsals.curve')} padded>
      <LineChart
        label={t('rehearsals.curve')}
        points={SHARES.map((share) => ({
          label: `p${share}`,
          name: share === 50 ? t('rehearsals.median') : `p${share}`,
        }))}
        lines={[line(rehearsal, times), ...(other && others.length > 0 ? [line(other, others)] : [])]}
        format={(value) => secondsText(t, value)}
        smallestStep={0.1}
      />
    </Panel>
  );
}
