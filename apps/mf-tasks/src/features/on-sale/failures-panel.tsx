import { Pause, Play, Rocket, RotateCcw, Target } from 'lucide-react';
import { memo } from 'react';
import type { OnSaleDto } from '@tessera/api';
import { failedStatuses } from '@tessera/domain';
import { Link } from '@tessera/federation/router';
import { formatReason } from '@tessera/product-ui';
import { formatCount } from '@tessera/ui';
import { Box, Button, Link as MuiLink } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import type { FailureKind } from './room-frames';
import { RoomPanel, Small } from './room-panel';

/** The commands of the room; undefined: not possible, or not permitted. */
export interface RoomCommands {
  retry: ((text?: string) => void) | undefined;
  pauseOrResume: (() => void) | undefined;
  raiseTarget: (() => void) | undefined;
  launch: (() => void) | undefined;
}

export interface FailuresPanelProps {
  eventId: number;
  failures: OnSaleDto['failures'];
  isPaused: boolean;
  commands: RoomCommands;
  /** Failed tries by kind until the replayed moment; null while live. */
  triesThen: ReadonlyMap<FailureKind, number> | null;
}

/** What failed, by reason, and what can be done about it. */
export const FailuresPanel = memo(function FailuresPanel(props: FailuresPanelProps) {
  const { eventId, failures, isPaused, commands, triesThen } = props;
  const t = useTexts();
  return (
    <RoomPanel
      number={3}
      area="failures"
      title={t('onSale.failures')}
      actions={
        triesThen || failures.length === 0 ? null : (
          <MuiLink
            component={Link}
            to={`/tasks?event_id=${eventId}&status=${failedStatuses.join(',')}`}
            sx={{ typography: 'body2' }}
          >
            {t('onSale.showTasks')}
          </MuiLink>
        )
      }
    >
      {triesThen ? (
        <TriesThen tries={triesThen} />
      ) : (
        <>
          {failures.length === 0 ? (
            <Small role="status">{t('onSale.noFailures')}</Small>
          ) : (
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {failures.map((group) => (
                <Group key={group.text} eventId={eventId} group={group} onRetry={commands.retry} />
              ))}
            </Box>
          )}
          <Box
            sx={{
              position: 'sticky',
              bottom: '-16px',
              display: 'flex',
              flexWrap: 'wrap',
              gap: 1,
              mt: 1,
              mb: '-16px',
              py: 1.25,
              bgcolor: 'background.paper',
            }}
          >
            <Fix
              icon={RotateCcw}
              label={t('onSale.fix.retry')}
              run={commands.retry && (() => commands.retry?.())}
            />
            <Fix
              icon={isPaused ? Play : Pause}
              label={isPaused ? t('words.resume') : t('words.pause')}
              run={commands.pauseOrResume}
            />
            <Fix icon={Target} label={t('onSale.fix.target')} run={commands.raiseTarget} />
            <Fix icon={Rocket} label={t('onSale.fix.launch')} run={commands.launch} />
          </Box>
        </>
      )}
    </RoomPanel>
  );
});

interface FixProps {
  icon: typeof Play;
  label: string;
  run: (() => void) | undefined;
}

const Fix = ({ icon: Icon, label, run }: FixProps) => (
  <Button
    size="small"
    startIcon={<Icon size={14} strokeWidth={1.75} aria-hidden />}
    disabled={run === undefined}
    onClick={run}
  >
    {label}
  </Button>
);

interface GroupProps {
  eventId: number;
  group: OnSaleDto['failures'][number];
  onRetry: RoomCommands['retry'];
}

function Group({ eventId, group: { text, kind, failed, retrying }, onRetry }: GroupProps) {
  const t = useTexts();
  const reason = formatReason(text) || t('onSale.noReason');
  const hint = kind === 'other' ? '' : t(`onSale.hint.${kind}`);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr) auto',
        alignItems: 'center',
        columnGap: 1.5,
        py: 0.75,
        borderTop: 1,
        borderColor: 'line.subtle',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      <Box
        sx={{
          minWidth: '2.2em',
          textAlign: 'right',
          fontSize: 'clamp(20px, 1.7vw, 34px)',
          lineHeight: 1.1,
          fontWeight: 600,
          fontVariantNumeric: 'tabular-nums',
          color: 'status.cinnabar.text',
        }}
      >
        {formatCount(failed + retrying)}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <MuiLink
          component={Link}
          to={tasksPath(eventId, text)}
          title={reason}
          color="inherit"
          sx={{
            display: 'block',
            fontWeight: 550,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {reason}
        </MuiLink>
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
          {[
            failed > 0 ? t('onSale.failedTasks', { count: failed }) : '',
            retrying > 0 ? t('onSale.retryingTasks', { count: retrying }) : '',
            hint,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Box>
      </Box>
      <Button
        size="small"
        disabled={failed === 0 || onRetry === undefined}
        aria-label={t('onSale.retryReason', { reason })}
        onClick={() => onRetry?.(text)}
      >
        {t('onSale.retry')}
      </Button>
    </Box>
  );
}

/** The list of the tasks that failed, or wait to retry, for one reason. */
const tasksPath = (eventId: number, reason: string): string =>
  `/tasks?${new URLSearchParams({
    event_id: String(eventId),
    status: [...failedStatuses, 'queued'].join(','),
    ...(reason && { reason }),
  }).toString()}`;

function TriesThen({ tries }: { tries: ReadonlyMap<FailureKind, number> }) {
  const t = useTexts();
  const sorted = [...tries].sort(([, a], [, b]) => b - a);
  if (sorted.length === 0) return <Small>{t('onSale.noFailures')}</Small>;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
      {sorted.map(([kind, count]) => (
        <Box component="li" key={kind} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
          <Small>{t(`onSale.kind.${kind}`)}</Small>
          <Small>{t('onSale.triesThen', { count })}</Small>
        </Box>
      ))}
    </Box>
  );
}
