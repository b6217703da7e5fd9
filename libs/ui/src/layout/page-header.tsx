import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

export interface PageHeaderProps {
  title: string;
  /** Beside the title: "148 unfinished". */
  meta?: ReactNode;
  /** Buttons at the right; one primary per screen. */
  actions?: ReactNode;
}

/** The head of a page: its title, a fact, its actions. */
export function PageHeader({ title, meta, actions }: PageHeaderProps) {
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        flex: 'none',
        minHeight: 53,
        pl: { xs: 2, sm: 3 },
        pr: { xs: 2, sm: 2.5 },
        pt: 0.5,
      }}
    >
      <Typography variant="h2" component="h1" noWrap>
        {title}
      </Typography>
      <Box sx={{ flex: 1, minWidth: 0, color: 'text.secondary' }}>
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {meta}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 1.5, flex: 'none' }}>{actions}</Box>
    </Box>
  );
}
