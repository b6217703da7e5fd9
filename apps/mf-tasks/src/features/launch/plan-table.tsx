import type { PlanLine } from '@tessera/api';
import { formatCost } from '@tessera/product-ui/costs';
import { Instant, StatusChip, useLocale } from '@tessera/ui';
import { Table, TableBody, TableCell, TableHead, TableRow } from '@tessera/ui/mui';
import { lineReason, reasonColor } from '../../plan-reason-text';
import { useTexts } from '../../texts';
import { ReplaceLogin } from './replace-login';

/** The plan's tasks as a table, with the reasons of warnings and blocked tasks. */
export function PlanTable({
  lines,
  isScheduled,
  onReplace,
}: {
  lines: readonly PlanLine[];
  /** Whether the starts may be on another day. */
  isScheduled: boolean;
  onReplace: () => void;
}) {
  const t = useTexts();
  const { locale } = useLocale();
  return (
    <Table
      aria-label={t('launch.plannedTasks')}
      sx={{
        minWidth: 800,
        '& td, & th': { height: 32, whiteSpace: 'nowrap' },
        // The reason takes the remaining width and wraps.
        '& td.reason': { whiteSpace: 'normal', py: '6px' },
        '& tr > :last-child': { pr: 3 },
      }}
    >
      <TableHead>
        <TableRow>
          <TableCell align="right" sx={{ width: 56 }}>
            {t('launch.number')}
          </TableCell>
          <TableCell sx={{ width: 112 }}>{t('launch.result')}</TableCell>
          <TableCell>{t('words.login')}</TableCell>
          <TableCell align="right" sx={{ width: 64 }}>
            {t('words.seats')}
          </TableCell>
          <TableCell align="right" sx={{ width: 96 }}>
            {t('launch.cost')}
          </TableCell>
          <TableCell align="right" sx={{ width: 88 }}>
            {t('launch.starts')}
          </TableCell>
          <TableCell sx={{ width: '100%' }}>{t('launch.reason')}</TableCell>
          {/* The column of buttons has no header. */}
          <TableCell component="td" sx={{ width: 120 }} />
        </TableRow>
      </TableHead>
      <TableBody>
        {lines.map((line, i) => {
          const isBlocked = line.verdict === 'blocked';
          return (
            <TableRow key={line.index}>
              <TableCell align="right" sx={{ color: 'text.tertiary' }}>
                {i + 1}
              </TableCell>
              <TableCell>
                <StatusChip of="plan" state={line.verdict} />
              </TableCell>
              <TableCell
                sx={{
                  fontWeight: isBlocked ? 400 : 550,
                  color: isBlocked ? 'text.secondary' : 'text.primary',
                }}
              >
                {line.login_name ?? '–'}
              </TableCell>
              <TableCell align="right">{isBlocked ? '–' : line.seats}</TableCell>
              <TableCell align="right">
                {isBlocked || line.cost === null ? '–' : formatCost(line.cost, locale)}
              </TableCell>
              <TableCell align="right">
                {isBlocked ? (
                  '–'
                ) : (
                  <Instant
                    value={line.starts_at}
                    style={isScheduled ? 'date-time-seconds' : 'time-seconds'}
                  />
                )}
              </TableCell>
              <TableCell
                className="reason"
                colSpan={isBlocked ? 1 : 2}
                sx={{ color: reasonColor[line.verdict] }}
              >
                {lineReason(t, line)}
              </TableCell>
              {isBlocked ? (
                <TableCell align="right">
                  <ReplaceLogin line={line} onReplace={onReplace} />
                </TableCell>
              ) : null}
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}
