import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

export interface PageHeaderProps {
  title: string;
  /** Beside the title, under it where there is little room: "148 unfinished", the site and the way back. */
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
        pb: { xs: meta === undefined || meta === null ? 0 : 1, sm: 0 },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          alignItems: { sm: 'center' },
          columnGap: 1.5,
          flex: 1,
          minWidth: 0,
        }}
      >
        <Typography variant="h2" component="h1" noWrap title={title}>
          {title}
        </Typography>
        {meta === undefined || meta === null ? null : (
          <Box
            sx={{
              typography: { xs: 'caption', sm: 'body2' },
              minWidth: 0,
              color: 'text.secondary',
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
          >
            {meta}
          </Box>
        )}
      </Box>
      <Box sx={{ display: 'flex', gap: 1.5, flex: 'none' }}>{actions}</Box>
    </Box>
  );
}
