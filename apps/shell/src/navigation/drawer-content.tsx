import { LogOut, Pause, UsersRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { getRehearsal, useMayWrite, useUser } from '@tessera/api';
import { Logo } from '@tessera/ui';
import { Box, ButtonBase, styled } from '@tessera/ui/mui';
import { useMayOpen } from '../access/use-may-open';
import { useModules } from '../remotes/modules';
import { RegistryNotice } from '../remotes/registry-notice';
import { useLogOut } from '../session/use-log-out';
import { useTexts } from '../texts';
import { buildFoot } from './menu';
import { MenuEntry } from './menu-entry';
import { SideMenu } from './side-menu';

const PauseDialog = lazy(() =>
  import('../features/pauses/pause-dialog').then((m) => ({ default: m.PauseDialog })),
);

/** Wide enough for the longest entry with its count. */
export const drawerWidth = 240;

const Foot = styled('div')(({ theme: { vars } }) => ({
  margin: '0 12px',
  paddingTop: 8,
  paddingBottom: 12,
  borderTop: `1px solid ${vars.palette.divider}`,
}));

const Row = styled('div')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  display: 'flex',
  justifyContent: 'space-between',
  gap: 12,
  padding: '2px 8px 8px',
  color: vars.palette.text.tertiary,
  '& b': {
    fontWeight: 600,
    color: vars.palette.text.primary,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
}));

const FootButton = styled(ButtonBase)(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  width: '100%',
  justifyContent: 'flex-start',
  gap: 10,
  height: 32,
  padding: '0 8px',
  borderRadius: 6,
  fontWeight: 500,
  color: vars.palette.text.secondary,
  '&:hover': { backgroundColor: vars.palette.action.hover, color: vars.palette.text.primary },
  '@media (pointer: coarse)': { height: 40 },
}));

/** The page of a realm's people, which is an owner's own. */
const PEOPLE_PAGE = '/account/people';

/** Content of the permanent or temporary drawer: brand, menu, realm, the switch that pauses everything, log out. */
export function DrawerContent({ onNavigate }: { onNavigate?: () => void }) {
  const t = useTexts();
  return (
    <Box
      component="aside"
      aria-label="Tessera"
      sx={{ display: 'flex', flexDirection: 'column', width: drawerWidth, height: '100%', overflowY: 'auto' }}
    >
      <Box sx={{ px: 2.5, pt: '14px', pb: '16px' }}>
        <Logo size={24} withName />
      </Box>
      <Box component="nav" aria-label={t('navigation.main')} sx={{ flex: 1 }}>
        <SideMenu onNavigate={onNavigate} />
        <RegistryNotice />
      </Box>
      <Foot>
        <Realm />
        <PeopleEntry onNavigate={onNavigate} />
        <FootEntries onNavigate={onNavigate} />
        <PauseEntry />
        <LogOutEntry />
      </Foot>
    </Box>
  );
}

function Realm() {
  const t = useTexts();
  const user = useUser();
  const shown =
    user.role === 'admin' && user.realmId === null
      ? t('profile.allRealms')
      : (user.realmName ?? t('profile.noRealm'));
  return (
    <Row>
      <span>{t('profile.realm')}</span>
      <b title={shown}>{shown}</b>
    </Row>
  );
}

/** The people of the realm, for its owners. */
function PeopleEntry({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const t = useTexts();
  const { role } = useUser();
  const mayOpen = useMayOpen();
  return role === 'realm_owner' && mayOpen(PEOPLE_PAGE) ? (
    <MenuEntry path={PEOPLE_PAGE} label={t('pages.people')} Icon={UsersRound} onNavigate={onNavigate} />
  ) : null;
}

/** What belongs to the realm's people: requests to administrators, and the audit log. */
function FootEntries({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const t = useTexts();
  const { releases } = useModules();
  return buildFoot(t, releases, useUser()).map(({ path, label, Icon }) => (
    <MenuEntry key={path} isBelow path={path} label={label} Icon={Icon} onNavigate={onNavigate} />
  ));
}

/** The switch for a bad hour: of the realm for its owners, of everything for administrators. */
function PauseEntry() {
  const t = useTexts();
  const mayPause = useMayWrite();
  const [isOpen, setIsOpen] = useState(false);
  if (!mayPause || getRehearsal() !== null) return null;
  return (
    <>
      <FootButton onClick={() => setIsOpen(true)}>
        <Pause size={16} strokeWidth={1.75} aria-hidden />
        {t('navigation.pause')}
      </FootButton>
      {isOpen ? (
        <Suspense>
          <PauseDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function LogOutEntry() {
  const t = useTexts();
  const logOut = useLogOut();
  return (
    <FootButton onClick={() => void logOut()}>
      <LogOut size={16} strokeWidth={1.75} aria-hidden />
      {t('navigation.logOut')}
    </FootButton>
  );
}
