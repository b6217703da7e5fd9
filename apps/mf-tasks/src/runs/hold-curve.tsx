import { Panel } from '@tessera/ui';
import { type ChartLine, LineChart } from '@tessera/ui/panels';
import { secondsText } from '../seconds-text';
import { useTexts } from '../texts';
import { curveShares, type Run } from './run-figures';

/** How long tasks of a run took to hold seats, by percentile; `other` is laid over it. Nothing without such times. */
export function HoldCurve({ run, other }: { run: Run; other: Run | null }) {
  const t = useTexts();
  if (run.curve.length === 0) return null;
  const line = ({ label, curve }: Run, isOther: boolean): ChartLine => ({
    label,
    color: isOther ? 'carted' : 'bought',
    dashed: isOther,
    values: curve,
  });
  return (
    <Panel title={t('rehearsals.curve')} padded>
      <LineChart
        label={t('rehearsals.curve')}
        points={curveShares.map((share) => ({
          label: `p${share}`,
          name: share === 50 ? t('rehearsals.median') : `p${share}`,
        }))}
        lines={[line(run, false), ...(other && other.curve.length > 0 ? [line(other, true)] : [])]}
        format={(value) => secondsText(t, value)}
        smallestStep={0.1}
      />
    </Panel>
  );
}
