import { Box } from '@mui/material';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../texts';
import { InterpolatedText } from '../texts/interpolated-text';
import { mono } from '../theme/typography';

export interface PermissionRequiredProps {
  /** The missing permission: "write:own". */
  permission: string;
  /** What the permission allows: "manage templates". */
  purpose?: string;
  /** Who can grant it; an administrator of the realm by default. */
  contact?: string;
  action?: ReactNode;
}

/** Replaces content that the user may not see: names the missing permission and who can grant it. */
export function PermissionRequired({ permission, purpose, contact, action }: PermissionRequiredProps) {
  const t = useTexts();
  return (
    <Box
      role="status"
      sx={{ display: 'grid', justifyItems: 'center', gap: 1, py: 8, px: 3, textAlign: 'center' }}
    >
      <Box sx={{ color: 'text.tertiary' }}>
        <Lock size={24} strokeWidth={1.75} aria-hidden />
      </Box>
      <Box sx={{ typography: 'h4', maxWidth: 480, textWrap: 'balance' }}>
        <InterpolatedText
          text={(places) =>
            purpose ? t('locked.needFor', { ...places, what: purpose }) : t('locked.need', places)
          }
          elements={{
            permission: (
              <Box component="code" sx={{ fontFamily: mono }}>
                {permission}
              </Box>
            ),
          }}
        />
      </Box>
      <Box sx={{ color: 'text.secondary' }}>{contact ?? t('locked.ask')}</Box>
      {action}
    </Box>
  );
}
