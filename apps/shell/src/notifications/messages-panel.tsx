import { toApiError, type NotificationDto } from '@tessera/api';
import { EmptyState, Instant, Panel, Stub, toProblem, useSnackbar } from '@tessera/ui';
import { Box, Button, Link } from '@tessera/ui/mui';
import { Bell } from 'lucide-react';
import { Link as RouterLink } from '@tessera/federation/router';
import { PanelContent } from '../dashboard/panel-content';
import { useTexts } from '../texts';
import { useMarkRead, useMessages, useUnread } from './messages.api';

/** Messages that are shown. */
const SHOWN = 20;

/** What the user was told, on devices or not; one that is opened is read. */
export function MessagesPanel() {
  const t = useTexts();
  const { fail } = useSnackbar();
  const messages = useMessages(SHOWN);
  const unread = useUnread();
  const read = useMarkRead();
  const count = unread.data?.total ?? 0;
  const mark = (ids?: number[]) =>
    read.mutate(ids, { onError: (error) => fail(toProblem(toApiError(error))) });
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
                <Message
                  key={message.id}
                  message={message}
                  onOpen={() => {
                    if (message.read_at === null) mark([message.id]);
                  }}
                />
              ))}
            </Box>
          )
        }
      </PanelContent>
    </Panel>
  );
}

function Message({ message, onOpen }: { message: NotificationDto; onOpen: () => void }) {
  const t = useTexts();
  const { title, body, path, created_at, read_at } = message;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        columnGap: 1.5,
        rowGap: 0.5,
        px: '14px',
        py: 1,
        borderBottom: 1,
        borderColor: 'line.subtle',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: read_at === null ? 600 : 400 }}>
          {path ? (
            <Link component={RouterLink} to={path} onClick={onOpen}>
              {title}
            </Link>
          ) : (
            title
          )}
        </Box>
        {body ? <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{body}</Box> : null}
      </Box>
      {read_at === null ? (
        <Stub icon={Bell} hue="lapis" form="solid">
          {t('messages.isNew')}
        </Stub>
      ) : null}
      <Box sx={{ typography: 'caption', color: 'text.secondary', whiteSpace: 'nowrap' }}>
        <Instant value={created_at} />
      </Box>
    </Box>
  );
}
