import { formatCount } from '@tessera/ui';
import { IconButton, styled } from '@tessera/ui/mui';
import { Bell as BellIcon } from 'lucide-react';
import { Link } from '@tessera/federation/router';
import { useTexts } from '../texts';
import { useUnread } from './messages.api';

const Mark = styled('span')(({ theme: { vars } }) => ({
  position: 'absolute',
  top: 5,
  right: 5,
  width: 8,
  height: 8,
  borderRadius: 2,
  border: `1px solid ${vars.palette.background.default}`,
  backgroundColor: vars.palette.accent.main,
}));

/** Leads to the notifications, marked while there are unread ones; where there is little room the menu alone does. */
export function Bell() {
  const t = useTexts();
  const unread = useUnread().data?.total ?? 0;
  const label = unread
    ? t('navigation.unread', { count: unread, number: formatCount(unread) })
    : t('pages.notifications');
  return (
    <IconButton
      component={Link}
      to="/notifications"
      aria-label={label}
      title={label}
      sx={{ display: { xs: 'none', md: 'inline-flex' }, position: 'relative', color: 'text.secondary' }}
    >
      <BellIcon size={18} strokeWidth={1.75} aria-hidden />
      {unread ? <Mark /> : null}
    </IconButton>
  );
}
