import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import {
  keysOf,
  pageOf,
  type UserDto,
  usersEndSessions,
  type UserSessionDto,
  usersSessions,
} from '@tessera/api';
import { DialogFrame, DialogHeader, QueryContent, useAction } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { SessionList } from '@tessera/ui/panels';
import { useTexts } from '../../texts';

const keys = keysOf('user sessions');

/** A user's sessions, with a button to end them all. */
export function SessionsDialog({ user, onClose }: { user: UserDto; onClose: () => void }) {
  const t = useTexts();
  const id = useId();
  const { confirmAndRun } = useAction();
  const sessions = useQuery({
    queryKey: keys.list({ user: user.id }),
    queryFn: async ({ signal }) =>
      pageOf<UserSessionDto>(await usersSessions({ path: { id: user.id }, signal })),
  });
  const { mutateAsync: end, isPending: ending } = useMutation({
    mutationFn: () => usersEndSessions({ path: { id: user.id } }),
    onSettled: (_answer, _error, _input, _result, { client }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.all() }),
        client.invalidateQueries({ queryKey: keysOf('users').all() }),
      ]),
  });
  const rows = sessions.data?.rows;
  const confirmEnd = () =>
    confirmAndRun(
      {
        title: t('users.endSessionsTitle', { email: user.email }),
        body: t('users.endSessionsBody'),
        confirmLabel: t('users.endSessions'),
        danger: true,
      },
      end,
      t('users.sessionsEnded', { email: user.email }),
    );
  return (
    <DialogFrame
      open
      width={560}
      labelledBy={id}
      onClose={onClose}
      flush
      header={<DialogHeader id={id} title={t('users.sessionsOf', { email: user.email })} onClose={onClose} />}
      footer={
        <>
          <Box sx={{ flex: 1 }} />
          <Button
            color="error"
            variant="outlined"
            loading={ending}
            disabled={!rows || rows.length === 0}
            onClick={() => void confirmEnd()}
          >
            {t('users.endSessions')}
          </Button>
        </>
      }
    >
      <QueryContent query={sessions} skeletons={[48]}>
        {({ rows: shown }) => <SessionList sessions={shown} empty={t('users.noSessions')} edge={24} />}
      </QueryContent>
    </DialogFrame>
  );
}
