import { Box } from '@mui/material';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../texts';
import { Filled } from '../texts/filled';
import { mono } from '../theme/typography';

export interface LockPanelProps {
  /** The permission that is missing: "write:own". */
  permission: string;
  /** What it would allow: "manage templates". */
  what?: string;
  /** Whom to ask; an administrator of the realm when absent. */
  ask?: string;
  action?: ReactNode;
}

/** In place of what may not be seen: names the missing permission and whom to ask. */
export function LockPanel({ permission, what, ask, action }: LockPanelProps) {
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
        <Filled
          text={(places) => (what ? t('locked.needFor', { ...places, what }) : t('locked.need', places))}
          parts={{
            permission: (
              <Box component="code" sx={{ fontFamily: mono }}>
                {permission}
              </Box>
            ),
          }}
        />
      </Box>
      <Box sx={{ color: 'text.secondary' }}>{ask ?? t('locked.ask')}</Box>
      {action}
    </Box>
  );
}
