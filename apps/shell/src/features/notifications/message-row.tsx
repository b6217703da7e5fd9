import { Bell, Check, Undo2, X } from 'lucide-react';
import type { NotificationDto } from '@tessera/api';
import { consolePath } from '@tessera/domain';
import { formatMessage } from '@tessera/domain/notifications';
import { Link as RouterLink } from '@tessera/federation/router';
import { Instant, StatusBadge, useLanguage, useLocale } from '@tessera/ui';
import { Box, IconButton, Link } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

/** One message in the bell's list and on the notifications page. */
export function MessageRow({
  message,
  onOpen,
  onRead,
  onDismiss,
}: {
  message: NotificationDto;
  onOpen: () => void;
  onRead: () => void;
  /** Dismisses it or, with false, returns it to the inbox. */
  onDismiss: (dismissed: boolean) => void;
}) {
  const t = useTexts();
  const { first_at, created_at, read_at } = message;
  const path = consolePath(message.path);
  const isDismissed = message.dismissed_at !== null;
  const reader = { language: useLanguage(), timeZone: useLocale().timeZone };
  const { title, body } = formatMessage(reader, message);
  return (
    <Box
      component="li"
      onKeyDown={(event) => {
        if (event.key === 'Delete' && !isDismissed) onDismiss(true);
      }}
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
      {read_at === null && !isDismissed ? (
        <>
          <StatusBadge icon={Bell} hue="lapis" variant="solid">
            {t('messages.isNew')}
          </StatusBadge>
          <IconButton
            size="small"
            aria-label={t('messages.markOne', { title })}
            title={t('messages.markRead')}
            onClick={onRead}
          >
            <Check size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </>
      ) : null}
      <Box sx={{ typography: 'caption', color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {isLong(first_at, created_at) ? (
          <>
            <Instant value={first_at} style="time" /> –{' '}
          </>
        ) : null}
        <Instant value={created_at} />
      </Box>
      <IconButton
        size="small"
        aria-label={t(isDismissed ? 'messages.restoreOne' : 'messages.dismissOne', { title })}
        title={t(isDismissed ? 'messages.restore' : 'messages.dismiss')}
        onClick={() => onDismiss(!isDismissed)}
      >
        {isDismissed ? (
          <Undo2 size={16} strokeWidth={1.75} aria-hidden />
        ) : (
          <X size={16} strokeWidth={1.75} aria-hidden />
        )}
      </IconButton>
    </Box>
  );
}

/** Whether the times of the first and the last event differ by a minute: both are shown then. */
const isLong = (first: string, last: string): boolean => Date.parse(last) - Date.parse(first) >= 60_000;
