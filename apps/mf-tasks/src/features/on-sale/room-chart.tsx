import { memo, useDeferredValue, useState } from 'react';
import { formatCount, formatInstant, Instant, SegmentedControl, useLocale } from '@tessera/ui';
import { Box, Table, TableBody, TableCell, TableHead, TableRow, useTheme } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { type Frame, frameAt } from './room-frames';
import { RoomPanel } from './room-panel';
import { SeatsChart, type SeatsChartProps } from './seats-chart';

/** Seats over time, as a chart or as a table. */
export const RoomChart = memo(function RoomChart(props: SeatsChartProps) {
  const t = useTexts();
  const { timeZone } = useLocale();
  const [shown, setShown] = useState<'chart' | 'table'>('chart');
  // The pressed button paints before the rows of the table are made.
  const drawn = useDeferredValue(shown);
  const frame = props.at === null ? props.frames.at(-1) : frameAt(props.frames, props.at);
  const time = formatInstant(frame?.at, { style: 'time-seconds', timeZone });
  return (
    <RoomPanel
      number={1}
      area="chart"
      title={t('onSale.overTime')}
      meta={frame ? <Legend frame={frame} target={props.target} time={time} /> : null}
      actions={
        <SegmentedControl
          label={t('onSale.overTime')}
          value={shown}
          onChange={setShown}
          segments={[
            { value: 'chart', label: t('onSale.asChart') },
            { value: 'table', label: t('onSale.asTable') },
          ]}
        />
      }
    >
      {props.frames.length < 2 ? (
        <Box role="status" sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>
          {t('onSale.noChart')}
        </Box>
      ) : drawn === 'table' ? (
        <FrameTable frames={props.frames} />
      ) : (
        <SeatsChart {...props} />
      )}
    </RoomPanel>
  );
});

function Legend({ frame, target, time }: { frame: Frame; target: number; time: string }) {
  const t = useTexts();
  const { vars } = useTheme();
  const entries = [
    { name: t('onSale.won'), value: frame.won, color: vars.palette.chart.bought },
    { name: t('onSale.held'), value: frame.held, color: vars.palette.chart.carted },
    { name: t('onSale.inProgress'), value: frame.inProgress, color: vars.palette.chart.running },
    { name: t('onSale.wanted'), value: target, color: vars.palette.text.tertiary },
  ];
  return (
    <Box
      component="ul"
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0 }}
    >
      <Box component="li" sx={{ fontWeight: 600, color: 'text.primary', fontVariantNumeric: 'tabular-nums' }}>
        {time}
      </Box>
      {entries.map(({ name, value, color }) => (
        <Box component="li" key={name} sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
          <i style={{ width: 8, height: 8, borderRadius: 2, background: color }} />
          {name}{' '}
          <Box component="b" sx={{ fontWeight: 600, color: 'text.primary' }}>
            {formatCount(value)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

const MAX_ROWS = 60;

/** The values of the chart, the latest first; of a long sale evenly chosen moments. */
function FrameTable({ frames }: { frames: readonly Frame[] }) {
  const t = useTexts();
  const interval = Math.max(1, Math.ceil(frames.length / MAX_ROWS));
  const rows = frames.toReversed().filter((_, i) => i % interval === 0);
  return (
    <Table size="small" stickyHeader aria-label={t('onSale.chart')}>
      <TableHead>
        <TableRow>
          <TableCell>{t('onSale.time')}</TableCell>
          <TableCell align="right">{t('onSale.won')}</TableCell>
          <TableCell align="right">{t('onSale.held')}</TableCell>
          <TableCell align="right">{t('onSale.inProgress')}</TableCell>
          <TableCell align="right">{t('onSale.lapsed')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ at, won, held, inProgress, lapsed }) => (
          <TableRow key={at}>
            <TableCell component="th" scope="row">
              <Instant value={at} style="date-time-seconds" />
            </TableCell>
            <TableCell align="right">{formatCount(won)}</TableCell>
            <TableCell align="right">{formatCount(held)}</TableCell>
            <TableCell align="right">{formatCount(inProgress)}</TableCell>
            <TableCell align="right">{formatCount(lapsed)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
