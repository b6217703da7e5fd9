import { useMutation, useQuery } from '@tanstack/react-query';
import { keysOf, meEndSession, meSessions, type OwnSessionDto, pageOf } from '@tessera/api';
import { describeDevice, describeError, ErrorAlert, Panel, useAction } from '@tessera/ui';
import { Box, Skeleton, type SxProps, type Theme } from '@tessera/ui/mui';
import { SessionList } from '@tessera/ui/panels';
import { useAccountTexts } from './texts';

const keys = keysOf('me sessions');

/** The user's sessions; all but the current one can be ended. */
export function SessionsPanel({ sx }: { sx?: SxProps<Theme> }) {
  const t = useAccountTexts();
  const { confirmAndRun } = useAction();
  const sessions = useQuery({
    queryKey: keys.list(),
    queryFn: async ({ signal }) => pageOf<OwnSessionDto>(await meSessions({ signal })),
  });
  const end = useMutation({
    mutationFn: (id: string) => meEndSession({ path: { id } }),
    onSettled: (_answer, _error, _id, _result, { client }) =>
      client.invalidateQueries({ queryKey: keys.all() }),
  });
  const confirmEnd = ({ id, user_agent }: OwnSessionDto) =>
    confirmAndRun(
      {
        title: t('sessions.endTitle', { device: describeDevice(user_agent) }),
        body: t('sessions.endBody'),
        confirmLabel: t('sessions.end'),
        danger: true,
      },
      () => end.mutateAsync(id),
      t('sessions.ended'),
    );
  return (
    <Panel title={t('sessions.title')} meta={t('sessions.meta')} sx={sx ?? undefined}>
      {sessions.isPending ? <Skeleton variant="rectangular" height={48} sx={{ m: 2 }} /> : null}
      {sessions.isError ? (
        <Box sx={{ p: 2 }}>
          <ErrorAlert error={describeError(sessions.error)} onRetry={() => void sessions.refetch()} />
        </Box>
      ) : null}
      {sessions.data ? (
        <SessionList
          sessions={sessions.data.rows}
          empty={t('sessions.none')}
          onEnd={(session) => void confirmEnd(session)}
          ending={end.isPending ? end.variables : null}
        />
      ) : null}
    </Panel>
  );
}
