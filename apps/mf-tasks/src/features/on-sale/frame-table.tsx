import { formatCount, Instant } from '@tessera/ui';
import { Table, TableBody, TableCell, TableHead, TableRow } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import type { Frame } from './room-frames';

const MAX_ROWS = 60;

/** The values of the chart, the latest first; of a long sale evenly chosen moments. */
export function FrameTable({ frames }: { frames: readonly Frame[] }) {
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
