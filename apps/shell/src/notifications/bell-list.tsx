import { toApiError } from '@tessera/api';
import { Link as RouterLink } from '@tessera/federation/router';
import { describeError, EmptyState, useSnackbar } from '@tessera/ui';
import { Box, Button, Link } from '@tessera/ui/mui';
import { PanelContent } from '../dashboard/panel-content';
import { useTexts } from '../texts';
import { MessageRow } from './message-row';
import { useMarkRead, useMessages, useUnread } from './messages.api';

/** Number of messages in the bell's list; the notifications page shows more. */
const SHOWN = 8;

/** The bell's popover: the latest messages. Opening one marks it as read; a button marks all. */
export function BellList({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const { showError } = useSnackbar();
  const messages = useMessages(SHOWN);
  const unread = useUnread().data?.total ?? 0;
  const read = useMarkRead();
  const mark = (ids?: number[]) =>
    read.mutate(ids, { onError: (error) => showError(describeError(toApiError(error))) });
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
          <Button
            size="small"
            loading={read.isPending && read.variables === undefined}
            onClick={() => mark()}
          >
            {t('messages.markAll')}
          </Button>
        ) : null}
      </Box>
      <PanelContent query={messages} height={120}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState>{t('messages.none')}</EmptyState>
          ) : (
            <Box
              component="ul"
              aria-label={t('messages.title')}
              sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 'min(420px, 60vh)', overflow: 'auto' }}
            >
              {rows.map((message) => (
                <MessageRow
                  key={message.id}
                  message={message}
                  onOpen={() => {
                    if (message.read_at === null) mark([message.id]);
                    onClose();
                  }}
                  onRead={() => mark([message.id])}
                />
              ))}
            </Box>
          )
        }
      </PanelContent>
      <Box sx={{ borderTop: 1, borderColor: 'line.subtle', px: '14px', py: '10px' }}>
        <Link component={RouterLink} to="/notifications" onClick={onClose}>
          {t('messages.all')}
        </Link>
      </Box>
    </>
  );
}
