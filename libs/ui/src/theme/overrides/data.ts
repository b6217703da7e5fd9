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
};
