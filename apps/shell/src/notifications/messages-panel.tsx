import { toApiError } from '@tessera/api';
import { describeError, EmptyState, Panel, useSnackbar } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { PanelContent } from '../dashboard/panel-content';
import { useTexts } from '../texts';
import { MessageRow } from './message-row';
import { useMarkRead, useMessages, useUnread } from './messages.api';

/** Number of messages in the panel. */
const SHOWN = 20;

/** The user's latest messages; opening one marks it as read. */
export function MessagesPanel() {
  const t = useTexts();
  const { showError } = useSnackbar();
  const messages = useMessages(SHOWN);
  const unread = useUnread();
  const read = useMarkRead();
  const count = unread.data?.total ?? 0;
  const mark = (ids?: number[]) =>
    read.mutate(ids, { onError: (error) => showError(describeError(toApiError(error))) });
  return (
    <Panel
      title={t('messages.title')}
      meta={count > 0 ? t('messages.unread', { count }) : t('messages.latest', { count: SHOWN })}
      actions={
        count > 0 ? (
          <Button
            size="small"
            loading={read.isPending && read.variables === undefined}
            onClick={() => mark()}
          >
            {t('messages.markAll')}
          </Button>
        ) : null
      }
    >
      <PanelContent query={messages} height={120}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState>{t('messages.none')}</EmptyState>
          ) : (
            <Box
              component="ul"
              aria-label={t('messages.title')}
              sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 400, overflow: 'auto' }}
            >
              {rows.map((message) => (
                <MessageRow
                  key={message.id}
                  message={message}
                  onOpen={() => {
                    if (message.read_at === null) mark([message.id]);
                  }}
                  onRead={() => mark([message.id])}
                />
              ))}
            </Box>
          )
        }
      </PanelContent>
    </Panel>
  );
}
