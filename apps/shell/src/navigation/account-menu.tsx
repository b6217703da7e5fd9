import { ChevronDown, LogOut, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '@tessera/api';
import { useNavigate } from '@tessera/federation/router';
import { Box, ButtonBase, Divider, ListItemIcon, Menu, MenuItem, styled } from '@tessera/ui/mui';
import { initialsOf } from '../features/account/initials';
import { ThemeChoice } from '../features/account/theme-choice';
import { useLogOut } from '../session/use-log-out';
import { useTexts } from '../texts';

const Avatar = styled('span')(({ theme: { vars } }) => ({
  display: 'grid',
  placeItems: 'center',
  width: 26,
  height: 26,
  borderRadius: 6,
  fontSize: 11,
  fontWeight: 600,
  backgroundColor: vars.palette.ink.main,
  color: vars.palette.ink.text,
  '@media (pointer: coarse)': { width: 32, height: 32 },
  // Generated content: a button's accessible name has to contain its visible text (WCAG 2.5.3).
  '&::before': { content: 'attr(data-initials)' },
}));

/** The signed-in user, the theme, the account page and log out. */
export function AccountMenu() {
  const t = useTexts();
  const user = useUser();
  const navigate = useNavigate();
  const logOut = useLogOut();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);

  return (
    <>
      <ButtonBase
        aria-label={t('navigation.accountOf', { name: user.name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ borderRadius: '6px', gap: 1, color: 'text.secondary' }}
      >
        <Avatar aria-hidden data-initials={initialsOf(user.name || user.email)} />
        <Box component={ChevronDown} size={16} aria-hidden sx={{ display: { xs: 'none', md: 'block' } }} />
      </ButtonBase>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { minWidth: 240 } } }}
      >
        <Box component="li" role="none" sx={{ px: 1.5, py: 1, minWidth: 0 }}>
          <Box sx={{ typography: 'h5', overflow: 'hidden', textOverflow: 'ellipsis' }}>{user.name}</Box>
          <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{user.email}</Box>
        </Box>
        <Divider component="li" />
        <Box component="li" role="none" sx={{ px: 1.5, py: 1 }}>
          <ThemeChoice inMenu />
        </Box>
        <Divider component="li" />
        <MenuItem
          onClick={() => {
            close();
            void navigate('/account');
          }}
        >
          <ListItemIcon sx={{ '&&': { minWidth: 0 } }}>
            <UserRound size={16} strokeWidth={1.75} aria-hidden />
          </ListItemIcon>
          {t('pages.account')}
        </MenuItem>
        <MenuItem onClick={() => void logOut()}>
          <ListItemIcon sx={{ '&&': { minWidth: 0 } }}>
            <LogOut size={16} strokeWidth={1.75} aria-hidden />
          </ListItemIcon>
          {t('navigation.logOut')}
        </MenuItem>
      </Menu>
    </>
  );
}
