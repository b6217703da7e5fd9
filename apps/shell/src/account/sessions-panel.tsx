import { keysOf, meEndSession, meSessions, pageOf, toApiError, type OwnSessionDto } from '@tessera/api';
import {
  deviceOf,
  EmptyState,
  ErrorAlert,
  Filled,
  Instant,
  Panel,
  Stub,
  toProblem,
  useSnackbar,
} from '@tessera/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Box, Button, Skeleton, type SxProps, type Theme } from '@mui/material';
import { MonitorSmartphone } from 'lucide-react';
import { useTexts } from '../texts';

const keys = keysOf('me sessions');

/** Where one is signed in; any session but the present one can be ended from here. */
export function SessionsPanel({ sx }: { sx?: SxProps<Theme> }) {
  const t = useTexts();
  const { fail, show } = useSnackbar();
  const sessions = useQuery({
    queryKey: keys.list(),
    queryFn: async ({ signal }) => pageOf<OwnSessionDto>(await meSessions({ signal })),
  });
  const end = useMutation({
    mutationFn: (id: string) => meEndSession({ path: { id } }),
    onSuccess: () => show(t('sessions.ended')),
    onError: (error) => fail(toProblem(toApiError(error))),
    onSettled: (_answer, _error, _id, _result, { client }) =>
      client.invalidateQueries({ queryKey: keys.all() }),
  });
  return (
    <Panel title={t('sessions.title')} meta={t('sessions.meta')} {...(sx ? { sx } : {})}>
      {sessions.isPending ? <Skeleton variant="rectangular" height={48} sx={{ m: 2 }} /> : null}
      {sessions.isError ? (
        <Box sx={{ p: 2 }}>
          <ErrorAlert problem={toProblem(sessions.error)} onRetry={() => void sessions.refetch()} />
        </Box>
      ) : null}
      {sessions.data?.rows.length === 0 ? <EmptyState>{t('sessions.none')}</EmptyState> : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {sessions.data?.rows.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            ending={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </Box>
    </Panel>
  );
}

interface RowProps {
  session: OwnSessionDto;
  ending: boolean;
  onEnd: () => void;
}

function SessionRow({ session, ending, onEnd }: RowProps) {
  const t = useTexts();
  const device = deviceOf(session.user_agent);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        px: '14px',
        py: 1,
        borderBottom: 1,
        borderColor: 'line.subtle',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 200 }}>
        <Box sx={{ fontWeight: 550 }}>{device}</Box>
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
          {session.address ? `${session.address} · ` : ''}
          <Filled
            text={(places) => t('sessions.times', places)}
            parts={{
              used: <Instant value={session.last_used_at} />,
              since: <Instant value={session.created_at} />,
            }}
          />
        </Box>
      </Box>
      {session.current ? (
        <Stub icon={MonitorSmartphone} hue="verdigris" form="solid">
          {t('sessions.current')}
        </Stub>
      ) : (
        <Button size="small" loading={ending} onClick={onEnd} aria-label={t('sessions.endOf', { device })}>
          {t('sessions.end')}
        </Button>
      )}
    </Box>
  );
}
