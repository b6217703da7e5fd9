import { Box, Paper, type SxProps, type Theme } from '@mui/material';
import { useId, type ReactNode } from 'react';

export interface PanelProps {
  title: ReactNode;
  /** Beside the title: "every 30 min". */
  meta?: ReactNode;
  /** At the right of the head: "All jobs →". */
  actions?: ReactNode;
  children: ReactNode;
  /** Padding around the content; off for tables. */
  padded?: boolean;
  sx?: SxProps<Theme>;
}

/** A lined panel with a head. */
export function Panel({ title, meta, actions, children, padded = false, sx }: PanelProps) {
  const id = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      sx={[{ minWidth: 0 }, ...(Array.isArray(sx) ? sx : [sx])]}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minHeight: 40,
          px: '14px',
          borderBottom: 1,
          borderColor: 'line.subtle',
        }}
      >
        <Box component="h2" id={id} sx={{ typography: 'h5', m: 0 }}>
          {title}
        </Box>
        <Box sx={{ typography: 'caption', color: 'text.secondary', flex: 1 }}>{meta}</Box>
        {actions}
      </Box>
      {/* A table within stands in line with the title. */}
      <Box sx={{ '--edge': '14px', '--edge-end': '14px', ...(padded ? { p: '14px' } : {}) }}>{children}</Box>
    </Paper>
  );
}
