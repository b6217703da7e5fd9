import { Ban, Hourglass } from 'lucide-react';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { getRehearsal, useLiveFigures, useRealmSuspended, useServerNow, useUser } from '@tessera/api';
import { PreferredDensity } from '@tessera/data-table';
import { SlotHostContext } from '@tessera/federation';
import { Outlet, useLocation } from '@tessera/federation/router';
import { Alert, LocaleProvider, NoticeHost, preloadMonoFont, useFocusRecovery } from '@tessera/ui';
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
import { useSlotHost } from '../remotes/use-slot-host';
import { useTexts } from '../texts';
import { BottomBar } from './bottom-bar';
import { Breadcrumbs } from './breadcrumbs';
import { setPageTitle } from './document-title';
import { DrawerContent, drawerWidth } from './drawer-content';
import { pageTitle } from './page-title';
import { RehearsalBanner } from './rehearsal-banner';
import { TopBar } from './top-bar';

const PauseBanner = lazy(() =>
  import('../features/pauses/pause-banner').then((m) => ({ default: m.PauseBanner })),
);
const ViewBanner = lazy(async () => ({ default: (await import('../view/view-banner')).ViewBanner }));
// Loaded on demand: few people see it.
const SecondFactorDue = lazy(() => import('../features/account/second-factor-due'));

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
  const slotHost = useSlotHost();
  const title = pageTitle(t, releases, pathname);
  const main = usePageNavigation(getRehearsal() === null ? title : t('rehearsal.pageTitle', { title }));
  const user = useUser();
  const suspended = useRealmSuspended();
  const paused = useLiveFigures().data?.paused;
  const by = user.secondFactorBy;
  const isLocked = useServerNow(60_000) >= Date.parse(by ?? '');
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
      <SlotHostContext value={slotHost}>
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
            {user.viewing ? (
              <Suspense fallback={null}>
                <ViewBanner />
              </Suspense>
            ) : null}
            <TopBar wide={wide} onMenu={isPhone ? undefined : () => setMenuOpen(true)} />
            {/* On a wide screen it is below the menu. */}
            {wide ? null : <RegistryNotice />}
            <UpdateOffer />
            <RehearsalBanner />
            {paused ? (
              <Suspense>
                <PauseBanner />
              </Suspense>
            ) : null}
            <ExpiryBar />
            <NoticeHost />
            <Sheet id="content" ref={main} tabIndex={-1}>
              {user.role !== 'admin' && user.realmId === null ? <RealmWaiting /> : null}
              {suspended ? <RealmSuspended /> : null}
              {by ? (
                <Suspense fallback={null}>
                  <SecondFactorDue by={by} isPast={isLocked} />
                </Suspense>
              ) : null}
              <Breadcrumbs />
              <PreferredDensity value={toDensity(density)}>
                {isLocked && pathname !== '/account' ? null : <Outlet />}
              </PreferredDensity>
            </Sheet>
            {isPhone ? <BottomBar onMenu={() => setMenuOpen(true)} /> : null}
          </Box>
        </Box>
      </SlotHostContext>
    </LocaleProvider>
  );
}

/** Explains on every page of a suspended realm why nothing can be changed. */
function RealmSuspended() {
  const t = useTexts();
  return (
    <Box role="status" sx={{ px: 3, pt: 2 }}>
      <Alert tone="warning" icon={Ban} title={t('realmSuspended.title')}>
        {t('realmSuspended.text')}
      </Alert>
    </Box>
  );
}

/** Explains to a user without a realm why every list is empty. */
function RealmWaiting() {
  const t = useTexts();
  return (
    <Box sx={{ px: 3, pt: 2 }}>
      <Alert tone="info" icon={Hourglass} title={t('realmWaiting.title')}>
        {t('realmWaiting.text')}
      </Alert>
    </Box>
  );
}

const Link = styled('a')(({ theme: { vars, typography } }) => ({
  ...typography.button,
  position: 'fixed',
  top: 8,
  left: 8,
  zIndex: 1600,
  padding: '6px 12px',
  borderRadius: 6,
  backgroundColor: vars.palette.primary.main,
  color: vars.palette.primary.contrastText,
  '&:not(:focus)': { clipPath: 'inset(50%)', width: 1, height: 1, padding: 0, overflow: 'hidden' },
}));

/** The first tab stop: skips the menu and moves to the page. */
function SkipLink({ target }: { target: string }) {
  const t = useTexts();
  return (
    <Link
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      {t('navigation.skip')}
    </Link>
  );
}

/** Sets the document's title, and moves the focus to the page after a navigation, for keyboards and screen readers. */
function usePageNavigation(title: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);

  useEffect(() => {
    setPageTitle(title);
  }, [title]);

  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    // In the frame that lays out the new page: moving the focus forces a layout.
    const frame = requestAnimationFrame(() => {
      if (!main.current) return;
      main.current.scrollTop = 0;
      // A control of the new page may have taken the focus already.
      if (!main.current.contains(document.activeElement)) main.current.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);

  return main;
}
