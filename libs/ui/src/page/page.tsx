import { Box, Paper, styled, type SxProps, type Theme, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

/** A page that fills the window, so that its lists scroll while its header stays. */
export const Page = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  minWidth: 0,
  height: '100%',
});

/** A page of panels that scrolls as a whole. */
export const PanelPage = styled('div')(({ theme: { breakpoints } }) => ({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  display: 'grid',
  gap: 12,
  alignContent: 'start',
  padding: '0 20px 24px 24px',
  [breakpoints.down('sm')]: { padding: '0 16px 16px' },
}));

export interface PageHeaderProps {
  title: string;
  /** Beside the title, below it on narrow screens: "148 unfinished"; null reserves the space while it is loading. */
  meta?: ReactNode;
  /** Buttons at the right; one primary action per page. */
  actions?: ReactNode;
}

/** What a text beside the title has at least, in px. */
const TEXT_WIDTH = 100;

/** A page's header: title, meta data and actions. */
export function PageHeader({ title, meta, actions }: PageHeaderProps) {
  const isText = typeof meta === 'string';
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        // Buttons that leave the title no room are below it.
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 1,
        flex: 'none',
        minHeight: 53,
        pl: { xs: 2, sm: 3 },
        pr: { xs: 2, sm: 2.5 },
        pt: 0.5,
        pb: { xs: meta === undefined ? 0 : 1, sm: 0.5 },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          alignItems: { sm: 'center' },
          columnGap: 1.5,
          flex: '1 1 auto',
          minWidth: 0,
        }}
      >
        <Typography
          variant="h2"
          component="h1"
          noWrap
          title={title}
          sx={{ minWidth: 0, flexShrink: isText ? 0 : 1, maxWidth: '100%' }}
        >
          {title}
        </Typography>
        {meta === undefined ? null : (
          <Box
            sx={{
              typography: { xs: 'caption', sm: 'body2' },
              // A text is cut before the title is; a status is not.
              ...(isText
                ? { width: { xs: 0, sm: TEXT_WIDTH }, minWidth: { xs: 1, sm: 0 }, flexGrow: { sm: 1 } }
                : { minWidth: 0, flexShrink: { sm: 0 } }),
              minHeight: '1lh',
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
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 1 }}>{actions}</Box>
    </Box>
  );
}

export interface PanelProps {
  title: ReactNode;
  /** Beside the title: "every 30 min". */
  meta?: ReactNode;
  /** At the right of the header: "All jobs →". */
  actions?: ReactNode;
  children: ReactNode;
  /** Adds padding around the content; not for tables. */
  padded?: boolean;
  sx?: SxProps<Theme>;
}

const isSxList = (sx: SxProps<Theme> | undefined): sx is Extract<SxProps<Theme>, readonly unknown[]> =>
  Array.isArray(sx);

/** A bordered panel with a header. */
export function Panel({ title, meta, actions, children, padded = false, sx }: PanelProps) {
  const id = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      sx={[{ minWidth: 0 }, ...(isSxList(sx) ? sx : [sx ?? {}])]}
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
          <Box component="h2" id={id} sx={{ typography: 'h5', m: 0 }}>
            {title}
          </Box>
          <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{meta}</Box>
        </Box>
        {actions}
      </Box>
      {/* Aligns a table's first and last column with the header. */}
      <Box sx={{ '--edge': '14px', '--edge-end': '14px', p: padded ? '14px' : undefined }}>{children}</Box>
    </Paper>
  );
}
