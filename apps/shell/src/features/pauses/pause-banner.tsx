import { useQuery } from '@tanstack/react-query';
import { Pause } from 'lucide-react';
import { getRehearsal, type PauseDto, useUser } from '@tessera/api';
import { type Consequence, formatInstant, useAction, useLocale } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { fetchPauseImpact, pausesQuery, useBeginPause, useResume } from './pauses.api';
import { type PauseTexts, usePauseTexts } from './texts';

/** The most pauses that an administrator sees at a time. */
const MAX_SHOWN = 3;

/** Says on every page what is paused, since when, who paused it and why, with Resume for those who may. */
export function PauseBanner() {
  const { data } = useQuery(pausesQuery());
  return data?.rows.slice(0, MAX_SHOWN).map((pause) => <Banner key={pause.id} pause={pause} />);
}

function titleOf(t: PauseTexts, { realm_id, realm_name }: PauseDto, ownRealm: number | null): string {
  if (realm_id === null) return t('everything');
  return realm_id === ownRealm ? t('own') : t('realm', { name: realm_name ?? '' });
}

function Banner({ pause }: { pause: PauseDto }) {
  const t = usePauseTexts();
  const { role, realmId } = useUser();
  const locale = useLocale();
  const { confirmResume } = useResuming();
  const isOwners = role === 'realm_owner' && pause.realm_id === realmId;
  const mayResume = (role === 'admin' || isOwners) && getRehearsal() === null;
  const time = formatInstant(pause.paused_at, { ...locale, style: 'date-time' });
  return (
    <Box
      role="region"
      aria-label={t('region')}
      sx={({ vars }) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        flex: 'none',
        px: { xs: 2, sm: 3 },
        py: 0.75,
        minHeight: 40,
        typography: 'body2',
        color: vars.palette.text.primary,
        backgroundColor: vars.palette.status.ochre.tint,
        borderTop: `3px solid ${vars.palette.status.ochre.main}`,
      })}
    >
      <Pause size={18} strokeWidth={1.75} aria-hidden style={{ flex: 'none' }} />
      <Box role="status" sx={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}>
        <strong>{titleOf(t, pause, realmId)}</strong> {t('since', { time, who: pause.paused_who })}:{' '}
        {pause.reason}{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('effect')} {pause.realm_id === null && role !== 'admin' ? t('administratorsOnly') : null}
        </Box>
      </Box>
      {mayResume ? (
        <Button size="small" variant="outlined" color="inherit" onClick={() => void confirmResume(pause)}>
          {t('resume')}
        </Button>
      ) : null}
    </Box>
  );
}

/** Resumes after a question that says what begins; Undo pauses again for the same reason. */
function useResuming() {
  const t = usePauseTexts();
  const { previewAndRun, withUndo } = useAction();
  const { mutateAsync: resume } = useResume();
  const { mutateAsync: begin } = useBeginPause();
  const confirmResume = (pause: PauseDto) => {
    const { id, realm_id, reason } = pause;
    const shown = { title: t('resumeTitle'), confirmLabel: t('resume') };
    return previewAndRun({
      ...shown,
      preview: () => fetchPauseImpact(realm_id),
      question: ({ overdue, queued, running }) => ({
        ...shown,
        consequences: [
          line(overdue, t('resumeOverdue', { count: overdue })),
          line(queued, t('resumeQueued', { count: queued })),
          line(running, t('resumeRunning', { count: running })),
        ].filter(({ count = 0 }) => count > 0),
      }),
      work: () => resume(id),
      message: withUndo(t('resumed'), {
        restore: () => begin({ reason, ...(realm_id === null ? { everything: true } : { realm_id }) }),
        message: t('paused'),
      }),
    });
  };
  return { confirmResume };
}

const line = (count: number, text: string): Consequence => ({ count, text });
