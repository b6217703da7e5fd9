import { toApiError } from '@tessera/api';
import { Link as RouterLink } from '@tessera/federation/router';
import { describeError, EmptyState, QueryContent, useSnackbar } from '@tessera/ui';
import { Box, Button, Link } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { MessageList } from './message-list';
import { useMarkRead, useMessages, useUnread } from './messages.api';

/** Number of messages in the bell's list; the notifications page shows more. */
const SHOWN = 8;

/** The bell's popover: the latest messages. Opening one marks it as read; buttons mark all and dismiss one. */
export function BellList({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const { showError } = useSnackbar();
  const messages = useMessages(SHOWN);
  const unread = useUnread().data?.total ?? 0;
  const read = useMarkRead();
  const markAll = () =>
    read.mutate(undefined, { onError: (error) => showError(describeError(toApiError(error))) });
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minHeight: 40,
          px: '14px',
          borderBottom: 1,
          borderColor: 'line.subtle',
        }}
      >
        <Box component="h2" sx={{ typography: 'h5', m: 0 }}>
          {t('messages.title')}
        </Box>
        <Box sx={{ typography: 'caption', color: 'text.secondary', flex: 1 }}>
          {unread > 0 ? t('messages.unread', { count: unread }) : null}
        </Box>
        {unread > 0 ? (
          <Button size="small" loading={read.isPending && read.variables === undefined} onClick={markAll}>
            {t('messages.markAll')}
          </Button>
        ) : null}
      </Box>
      <QueryContent query={messages} inset="panel" skeletons={[120]}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState>{t('messages.none')}</EmptyState>
          ) : (
            <MessageList messages={rows} maxHeight="min(420px, 60vh)" onOpen={onClose} />
          )
        }
      </QueryContent>
      <Box sx={{ borderTop: 1, borderColor: 'line.subtle', px: '14px', py: '10px' }}>
        <Link component={RouterLink} to="/notifications" onClick={onClose}>
          {t('messages.all')}
        </Link>
      </Box>
    </>
  );
}
