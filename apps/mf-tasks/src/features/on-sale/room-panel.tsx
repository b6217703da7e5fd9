import { type ReactNode, useId } from 'react';
import { Box, Paper, styled } from '@tessera/ui/mui';

/** A large number, readable from across a room. */
export const BigFigure = styled('div')(({ theme: { vars } }) => ({
  fontSize: 'clamp(30px, 2.5vw, 52px)',
  lineHeight: 1.08,
  fontWeight: 600,
  letterSpacing: '-.025em',
  fontVariantNumeric: 'tabular-nums',
  color: vars.palette.text.primary,
}));

/** The unit or the meaning of a figure. */
export const Small = styled('div')(({ theme: { vars } }) => ({
  fontSize: 'clamp(13px, .92vw, 18px)',
  lineHeight: 1.4,
  color: vars.palette.text.secondary,
}));

export interface RoomPanelProps {
  /** Its key, by which the keyboard reaches it. */
  number: number;
  area: string;
  title: string;
  meta?: ReactNode;
  actions?: ReactNode;
  /** Its content may be higher than the panel, and has nothing that the keyboard reaches: it is focused to be scrolled. */
  isText?: boolean;
  children: ReactNode;
}

/** A panel of the room, which its number focuses. */
export function RoomPanel(props: RoomPanelProps) {
  const { number, area, title, meta, actions, isText = false, children } = props;
  const id = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      data-panel={number}
      tabIndex={-1}
      sx={{
        gridArea: area,
        minWidth: 0,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        overflow: 'hidden',
        '&:focus-visible': { outline: '2px solid', outlineColor: 'accent.focus', outlineOffset: '-2px' },
      }}
    >
      <Box
        sx={{ display: 'flex', alignItems: 'center', gap: 1, flex: 'none', minHeight: 42, px: 2, pt: 0.75 }}
      >
        <Box
          sx={{
            flex: 1,
            minWidth: 0,
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'baseline',
            columnGap: 1,
          }}
        >
          <Box
            component="h2"
            id={id}
            sx={{ m: 0, fontSize: 'clamp(13px, .95vw, 18px)', lineHeight: 1.4, fontWeight: 600 }}
          >
            {title}
          </Box>
          <Box sx={{ minWidth: 0, typography: 'caption', color: 'text.secondary' }}>{meta}</Box>
        </Box>
        {actions}
      </Box>
      <Box
        {...(isText ? { tabIndex: 0, role: 'group', 'aria-labelledby': id } : {})}
        sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 2, pb: 2, pt: 0.5 }}
      >
        {children}
      </Box>
    </Paper>
  );
}
