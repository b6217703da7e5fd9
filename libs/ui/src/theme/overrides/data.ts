import type { Components, Theme } from '@mui/material/styles';

/** Tables and tabs. */
export const data: Components<Theme> = {
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme: { vars, typography } }) => ({
        ...typography.body2,
        padding: '0 8px',
        height: 36,
        borderBottomColor: vars.palette.line.subtle,
        color: vars.palette.text.primary,
      }),
      head: ({ theme: { vars, typography } }) => ({
        ...typography.subtitle2,
        height: 30,
        color: vars.palette.text.secondary,
        backgroundColor: vars.palette.surface.sunken,
        borderBottomColor: vars.palette.line.main,
      }),
    },
  },
  MuiTabs: {
    styleOverrides: {
      root: { minHeight: 34 },
      // The marker is drawn by the tab itself: a measured one stands wrong once the font has come.
      indicator: { display: 'none' },
      list: { gap: 16 },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: ({ theme: { vars, typography } }) => ({
        ...typography.body2,
        textTransform: 'none',
        minHeight: 34,
        minWidth: 0,
        padding: 0,
        color: vars.palette.text.secondary,
        '&:hover': { color: vars.palette.text.primary },
        '&.Mui-selected': { color: vars.palette.text.primary, fontWeight: 550 },
        '&.Mui-selected::after': {
          content: '""',
          position: 'absolute',
          left: 0,
          right: 0,
          bottom: 0,
          height: 2,
          borderRadius: 1,
          backgroundColor: vars.palette.accent.main,
        },
        '&.Mui-focusVisible': { outlineOffset: -2, borderRadius: 4 },
        '@media (pointer: coarse)': { minHeight: 40 },
      }),
    },
  },
};
