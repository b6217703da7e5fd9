import { Box } from '@mui/material';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  /** One sentence. */
  children: ReactNode;
  /** A button, shown as a secondary one since the page's header has the same as its primary action. */
  action?: ReactNode;
  /** The page's header has no such button: `action` is the primary one. */
  isMainAction?: boolean;
}

/** The content of a page without data: a sentence and a button. */
export function EmptyState({ children, action, isMainAction = false }: EmptyStateProps) {
  return (
    <Box
      role="status"
      sx={{ display: 'grid', justifyItems: 'center', gap: 1.5, py: 8, px: 3, textAlign: 'center' }}
    >
      <Box sx={{ typography: 'body1', color: 'text.secondary', maxWidth: 480, textWrap: 'balance' }}>
        {children}
      </Box>
      {action ? <Box data-secondary-action={isMainAction ? undefined : true}>{action}</Box> : null}
    </Box>
  );
}
