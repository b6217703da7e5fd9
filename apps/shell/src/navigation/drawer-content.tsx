import { useUser } from '@tessera/api';
import { Mark, useSnackbar } from '@tessera/ui';
import { Box, ButtonBase, styled } from '@mui/material';
import { LogOut } from 'lucide-react';
import { signOut } from '../session/auth-calls';
import { SideMenu } from './side-menu';

/** Specification section 9. */
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

const Leave = styled(ButtonBase)(({ theme: { vars, typography } }) => ({
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

/** What the drawer holds, permanent or temporary: brand, menu, realm, log out. */
export function DrawerContent({ onNavigate }: { onNavigate?: () => void }) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', overflowY: 'auto' }}>
      <Box sx={{ px: 2.5, pt: '14px', pb: '16px' }}>
        <Mark size={24} withName />
      </Box>
      <Box component="nav" aria-label="Main" sx={{ flex: 1 }}>
        <SideMenu {...(onNavigate ? { onNavigate } : {})} />
      </Box>
      <Foot>
        <Realm />
        <LogOutEntry />
      </Foot>
    </Box>
  );
}

function Realm() {
  const user = useUser();
  const shown =
    user.role === 'admin' && user.realmId === null ? 'All realms' : (user.realmName ?? 'None yet');
  return (
    <Row>
      <span>Realm</span>
      <b title={shown}>{shown}</b>
    </Row>
  );
}

function LogOutEntry() {
  const snackbar = useSnackbar();
  const leave = async () => {
    const error = await signOut();
    if (error)
      snackbar.show('Logged out here. The server could not be told; your session there ends by itself.');
  };
  return (
    <Leave onClick={() => void leave()}>
      <LogOut size={16} strokeWidth={1.75} aria-hidden />
      Log out
    </Leave>
  );
}
