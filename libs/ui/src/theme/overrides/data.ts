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
      list: { gap: 16 },
      indicator: { borderRadius: 1 },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: ({ theme: { vars, typography } }) => ({
        ...typography.body2,
        gap: 8,
        minHeight: 34,
        minWidth: 0,
        padding: 0,
        '&:hover': { color: vars.palette.text.primary },
        '&.Mui-selected': { color: vars.palette.text.primary, fontWeight: 550 },
        '&.Mui-focusVisible': { outlineOffset: -2, borderRadius: 4 },
        '& > .MuiTab-icon': { margin: 0 },
        '& .count': { ...typography.caption, color: vars.palette.text.tertiary },
        '@media (pointer: coarse)': { minHeight: 40 },
      }),
    },
  },
};
