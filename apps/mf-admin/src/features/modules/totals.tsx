import type { ReleaseStats } from '@tessera/api';
import { formatCount } from '@tessera/ui';
import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@tessera/ui/mui';
import { type AdminTexts, useTexts } from '../../texts';
import type { en } from '../../texts/en';
import { formatLoadTime, formatShare } from './figures';

type Reason = keyof typeof en.modules.failures;

const reasons: readonly Reason[] = [
  'TIMEOUT',
  'NETWORK',
  'INTEGRITY',
  'SIGNATURE',
  'CRASHED',
  'INCOMPATIBLE',
];

/** "Timed out 3, crashed 2" */
function formatReasons(t: AdminTexts, counts: ReleaseStats['reasons']): string {
  const known = reasons.flatMap((reason) => {
    const count = counts[reason] ?? 0;
    return count > 0
      ? [t('modules.stats.reason', { reason: t(`modules.failures.${reason}`), number: formatCount(count) })]
      : [];
  });
  return known.join(', ') || '–';
}

/** The figures of each release over the whole period. */
export function Totals({ releases }: { releases: readonly ReleaseStats[] }) {
  const t = useTexts();
  return (
    <Box
      sx={{ overflowX: 'auto', borderTop: 1, borderColor: 'line.subtle' }}
      tabIndex={0}
      role="group"
      aria-label={t('modules.stats.totals')}
    >
      <Table
        size="small"
        aria-label={t('modules.stats.totals')}
        sx={{ '& th, & td': { whiteSpace: 'nowrap' }, '& tr > :first-of-type': { pl: '14px' } }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{t('modules.releases.version')}</TableCell>
            <TableCell align="right">{t('modules.stats.loads')}</TableCell>
            <TableCell align="right">{t('modules.stats.errors')}</TableCell>
            <TableCell align="right">{t('modules.stats.errorRate')}</TableCell>
            <TableCell align="right">{t('modules.stats.median')}</TableCell>
            <TableCell align="right">{t('modules.stats.p95')}</TableCell>
            <TableCell>{t('modules.stats.reasons')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {releases.map((release) => (
            <TableRow key={release.release_id}>
              <TableCell component="th" scope="row">
                {release.version}
              </TableCell>
              <TableCell align="right">{formatCount(release.loads)}</TableCell>
              <TableCell align="right">{formatCount(release.errors)}</TableCell>
              <TableCell align="right">{formatShare(release.error_rate)}</TableCell>
              <TableCell align="right">{formatLoadTime(release.p50_ms)}</TableCell>
              <TableCell align="right">{formatLoadTime(release.p95_ms)}</TableCell>
              <TableCell>{formatReasons(t, release.reasons)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
