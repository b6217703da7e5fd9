import type { PlanLine } from '@tessera/api';
import { Instant, StatusChip } from '@tessera/ui';
import { Box, styled } from '@tessera/ui/mui';
import { lineReason, reasonColor } from '../../plan-reason-text';
import { useTexts } from '../../texts';
import { ReplaceLogin } from './replace-login';

const Lines = styled('ul')(({ theme: { vars } }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '2px 12px',
    padding: '10px 24px',
    borderTop: `1px solid ${vars.palette.line.subtle}`,
  },
}));

/** The plan's tasks as a list, for narrow screens: login and result, reason, seats and start. */
export function PlanLines({
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
  return (
    <Lines aria-label={t('launch.plannedTasks')}>
      {lines.map((line) => {
        const isBlocked = line.verdict === 'blocked';
        return (
          <li key={line.index}>
            <Box component="b" sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
              {line.login_name ?? '–'}
            </Box>
            <Box component="span" sx={{ justifySelf: 'end' }}>
              <StatusChip of="plan" state={line.verdict} />
            </Box>
            <Box component="span" sx={{ color: reasonColor[line.verdict] }}>
              {lineReason(t, line)}
            </Box>
            <Box component="span" sx={{ textAlign: 'right', color: 'text.secondary' }}>
              {isBlocked ? (
                <ReplaceLogin line={line} onReplace={onReplace} />
              ) : (
                <>
                  {t('words.seatCount', { count: line.seats })}
                  {', '}
                  <Instant
                    value={line.starts_at}
                    style={isScheduled ? 'date-time-seconds' : 'time-seconds'}
                  />
                </>
              )}
            </Box>
          </li>
        );
      })}
    </Lines>
  );
}
