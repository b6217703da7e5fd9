import { useEffect, useState } from 'react';
import { getRehearsal, useRealmSuspended, useUser } from '@tessera/api';
import { PreferredDensity } from '@tessera/data-table';
import { Outlet, useLocation } from '@tessera/federation/router';
import { LocaleProvider, NoticeHost, preloadMonoFont, useFocusRecovery } from '@tessera/ui';
import { Box, Drawer, styled, useMediaQuery, useTheme } from '@tessera/ui/mui';
import { ExpiryBar } from '../expiry/expiry-bar';
import { toDensity, usePreferences, useStoredTheme } from '../features/account/preferences';
import { useStoredLanguage } from '../features/account/use-language';
import { useUserRefresh } from '../features/account/use-user-refresh';
import { useOpenedNotification } from '../features/notifications/use-opened-notification';
import { useModulesAfterReconnect } from '../remotes/follow-modules';
import { useModules } from '../remotes/modules';
import { RegistryNotice } from '../remotes/registry-notice';
import { UpdateOffer } from '../remotes/update-offer';
import { useTexts } from '../texts';
import { BottomBar } from './bottom-bar';
import { Breadcrumbs } from './breadcrumbs';
import { DrawerContent, drawerWidth } from './drawer-content';
import { pageTitle } from './page-title';
import { RealmSuspended, RealmWaiting } from './realm-notices';
import { RehearsalBanner } from './rehearsal-banner';
import { SkipLink } from './skip-link';
import { TopBar } from './top-bar';
import { usePageNavigation } from './use-page-navigation';

const Sheet = styled('main')(({ theme: { vars, breakpoints } }) => ({
  flex: 1,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  overflow: 'auto',
  position: 'relative',
  backgroundColor: vars.palette.background.paper,
  borderTop: `1px solid ${vars.palette.divider}`,
  borderRadius: '10px 10px 0 0',
  // Receives the focus after a navigation, for screen readers; it is not a control.
  '&:focus-visible': { outline: 'none' },
  [breakpoints.up('md')]: {
    borderLeft: `1px solid ${vars.palette.divider}`,
    borderRadius: '10px 0 0 0',
  },
}));

/** Drawer, top bar and the surface that contains the page. */
export function MainLayout() {
  const t = useTexts();
  const { breakpoints } = useTheme();
  const wide = useMediaQuery(breakpoints.up('md'));
  const isPhone = useMediaQuery(breakpoints.down('sm'));
  const [menuOpen, setMenuOpen] = useState(false);
  const { pathname } = useLocation();
  const { releases } = useModules();
  const title = pageTitle(t, releases, pathname);
  const main = usePageNavigation(getRehearsal() === null ? title : t('rehearsal.pageTitle', { title }));
  const user = useUser();
  const suspended = useRealmSuspended();
  const { time_zone: timeZone, density } = usePreferences();
  useUserRefresh();
  useStoredTheme();
  useStoredLanguage();
  useOpenedNotification();
  useFocusRecovery(pathname);
  useModulesAfterReconnect();
  useEffect(preloadMonoFont, []);

  return (
    <LocaleProvider timeZone={timeZone ?? user.realmTimeZone ?? undefined}>
      <Box sx={{ display: 'flex', height: '100dvh', bgcolor: 'background.default' }}>
        <SkipLink target="content" />
        {wide ? (
          <Box sx={{ flex: 'none' }}>
            <DrawerContent />
          </Box>
        ) : (
          <Drawer
            open={menuOpen}
            onClose={() => setMenuOpen(false)}
            slotProps={{
              paper: {
                sx: { width: drawerWidth, bgcolor: 'background.default' },
                'aria-label': t('navigation.menu'),
              },
            }}
          >
            <DrawerContent onNavigate={() => setMenuOpen(false)} />
          </Drawer>
        )}
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
          <TopBar wide={wide} onMenu={isPhone ? undefined : () => setMenuOpen(true)} />
          {/* On a wide screen it is below the menu. */}
          {wide ? null : <RegistryNotice />}
          <UpdateOffer />
          <RehearsalBanner />
          <ExpiryBar />
          <NoticeHost />
          <Sheet id="content" ref={main} tabIndex={-1}>
            {user.role !== 'admin' && user.realmId === null ? <RealmWaiting /> : null}
            {suspended ? <RealmSuspended /> : null}
            <Breadcrumbs />
            <PreferredDensity value={toDensity(density)}>
              <Outlet />
            </PreferredDensity>
          </Sheet>
          {isPhone ? <BottomBar onMenu={() => setMenuOpen(true)} /> : null}
        </Box>
      </Box>
    </LocaleProvider>
  );
}
