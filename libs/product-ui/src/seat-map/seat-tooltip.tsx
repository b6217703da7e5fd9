import { Box, Popper } from '@mui/material';
import type { ReactNode } from 'react';

/** Details of the seat under the pointer or with the focus, beside it. */
export function SeatTooltip({ anchor, children }: { anchor: HTMLElement | null; children: ReactNode }) {
  return (
    <Popper
      open={anchor !== null}
      anchorEl={anchor}
      placement="top"
      sx={{ zIndex: 'tooltip', pointerEvents: 'none' }}
    >
      <Box
        sx={(theme) => ({
          maxWidth: 300,
          mb: '6px',
          px: 1.25,
          py: 0.75,
          borderRadius: '6px',
          background: theme.vars.palette.bar.main,
          color: theme.vars.palette.bar.text,
          typography: 'caption',
          overflowWrap: 'anywhere',
          whiteSpace: 'pre-line',
        })}
      >
        {children}
      </Box>
    </Popper>
  );
}
