import { Box } from '@mui/material';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { mono } from '../theme/typography';

export interface LockPanelProps {
  /** The permission that is missing: "write:own". */
  permission: string;
  /** What it would allow: "manage templates". */
  what?: string;
  /** Whom to ask. */
  ask?: string;
  action?: ReactNode;
}

/** In place of what may not be seen: names the missing permission and whom to ask. */
export function LockPanel({
  permission,
  what,
  ask = 'Ask an administrator of your realm.',
  action,
}: LockPanelProps) {
  return (
    <Box
      role="status"
      sx={{ display: 'grid', justifyItems: 'center', gap: 1, py: 8, px: 3, textAlign: 'center' }}
    >
      <Box sx={{ color: 'text.tertiary' }}>
        <Lock size={24} strokeWidth={1.75} aria-hidden />
      </Box>
      <Box sx={{ typography: 'h4' }}>
        You need the permission{' '}
        <Box component="code" sx={{ fontFamily: mono }}>
          {permission}
        </Box>
        {what ? ` to ${what}` : ''}
      </Box>
      <Box sx={{ color: 'text.secondary' }}>{ask}</Box>
      {action}
    </Box>
  );
}
