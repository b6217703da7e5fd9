import { Menu } from 'lucide-react';
import { useLive, useUser } from '@tessera/api';
import { LiveStatus, useClockValue } from '@tessera/ui';
import { Box, IconButton, styled } from '@tessera/ui/mui';
import { Bell } from '../features/notifications/bell';
import { CommandPalette } from '../palette/command-palette';
import { useTexts } from '../texts';
import { AccountMenu } from './account-menu';
import { LimitsInUse } from './limits-in-use';
import { LocalModules } from './local-modules';

const Bar = styled('header')(({ theme: { vars, breakpoints } }) => ({
  height: 48,
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  padding: '0 20px',
  color: vars.palette.text.primary,
  [breakpoints.down('md')]: { padding: '0 12px', gap: 8 },
}));

export interface TopBarProps {
  wide: boolean;
  /** Opens the menu; left out where the bottom bar does. */
  onMenu?: () => void;
}

/** The bar above every page: title, search, connection state, limits in use, notifications, account. */
export function TopBar({ wide, onMenu }: TopBarProps) {
  const t = useTexts();
  const user = useUser();
  return (
    <Bar>
      {wide || !onMenu ? null : (
        <IconButton aria-label={t('navigation.openMenu')} onClick={onMenu}>
          <Menu size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
      <Box
        sx={{
          flex: wide ? 'none' : 1,
          minWidth: 0,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          fontSize: 15,
          lineHeight: '20px',
          fontWeight: 600,
          whiteSpace: 'nowrap',
        }}
      >
        {t(user.role === 'admin' ? 'navigation.admin' : 'navigation.realm')}
      </Box>
      {/* The same element at every width, so that an open palette stays open when the device is rotated. */}
      <CommandPalette wide={wide} />
      {wide ? <Box sx={{ flex: 1 }} /> : null}
      <LocalModules />
      <LiveIndicator />
      <LimitsInUse />
      <Bell />
      <AccountMenu />
    </Bar>
  );
}

/** How long the live stream may be interrupted before the indicator shows "offline". */
const offlineAfterMs = 10_000;

function LiveIndicator() {
  const { status, staleSince } = useLive();
  const isLong = useClockValue(() => staleSince !== null && Date.now() - staleSince > offlineAfterMs);
  if (status === 'live') return <LiveStatus state="live" />;
  return staleSince !== null && (isLong || status === 'offline') ? (
    <LiveStatus state="offline" since={staleSince} />
  ) : (
    <LiveStatus state="reconnecting" />
  );
}
