import {
  keysOf,
  pageOf,
  usersEndSessions,
  usersSessions,
  type UserDto,
  type UserSessionDto,
} from '@tessera/api';
import {
  deviceOf,
  DialogFrame,
  DialogHead,
  EmptyState,
  ErrorAlert,
  Instant,
  toProblem,
  useSnackbar,
} from '@tessera/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Box, Button, Skeleton } from '@mui/material';
import { useId } from 'react';
import { useTexts } from '../../texts';

const keys = keysOf('user sessions');

/** Where somebody is signed in; all of it can be ended at once. */
export function SessionsDialog({ user, onClose }: { user: UserDto; onClose: () => void }) {
  const t = useTexts();
  const id = useId();
  const { fail, show } = useSnackbar();
  const sessions = useQuery({
    queryKey: keys.list({ user: user.id }),
    queryFn: async ({ signal }) =>
      pageOf<UserSessionDto>(await usersSessions({ path: { id: user.id }, signal })),
  });
  const end = useMutation({
    mutationFn: () => usersEndSessions({ path: { id: user.id } }),
    onSuccess: () => show(t('users.sessionsEnded', { email: user.email })),
    onError: (error) => fail(toProblem(error)),
    onSettled: (_answer, _error, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: keys.all() }),
  });
  const rows = sessions.data?.rows;
  return (
    <DialogFrame
      open
      width={560}
      labelledBy={id}
      onClose={onClose}
      flush
      head={<DialogHead id={id} title={t('users.sessionsOf', { email: user.email })} onClose={onClose} />}
      foot={
        <>
          <Box sx={{ flex: 1 }} />
          <Button
            color="error"
            variant="outlined"
            loading={end.isPending}
            disabled={!rows || rows.length === 0}
            onClick={() => end.mutate()}
          >
            {t('users.endSessions')}
          </Button>
        </>
      }
    >
      {sessions.isPending ? <Skeleton variant="rectangular" height={48} sx={{ m: 2 }} /> : null}
      {sessions.isError ? (
        <Box sx={{ p: 2 }}>
          <ErrorAlert problem={toProblem(sessions.error)} onRetry={() => void sessions.refetch()} />
        </Box>
      ) : null}
      {rows?.length === 0 ? <EmptyState>{t('users.noSessions')}</EmptyState> : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows?.map((session) => (
          <Box
            component="li"
            key={session.id}
            sx={{
              px: 3,
              py: 1,
              borderBottom: 1,
              borderColor: 'line.subtle',
              '&:last-of-type': { borderBottom: 0 },
            }}
          >
            <Box sx={{ fontWeight: 600 }}>{deviceOf(session.user_agent)}</Box>
            <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
              {session.address ?? '–'}, <Instant value={session.last_used_at} />
            </Box>
          </Box>
        ))}
      </Box>
    </DialogFrame>
  );
}
