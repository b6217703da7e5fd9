import type { Components, Theme } from '@mui/material/styles';
import { mono } from '../typography';

/** Global styles: background, focus ring and reduced motion. */
export const base: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => {
      const { palette } = theme.vars;
      return {
        'html, body': { height: '100%' },
        body: {
          ...theme.typography.body2,
          backgroundColor: palette.surface.canvas,
          color: palette.text.primary,
          fontVariantNumeric: 'tabular-nums',
        },
        'code, kbd, pre, samp': { fontFamily: mono },
        ':focus-visible': { outline: `2px solid ${palette.accent.focus}`, outlineOffset: 2 },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animationDuration: '0s !important',
            transitionDuration: '0s !important',
            scrollBehavior: 'auto !important',
          },
        },
      };
    },
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        '&.Mui-focusVisible': { outline: `2px solid ${theme.vars.palette.accent.focus}`, outlineOffset: 2 },
      }),
    },
  },
  MuiLink: {
    defaultProps: { underline: 'hover' },
    styleOverrides: { root: ({ theme }) => ({ color: theme.vars.palette.accent.text }) },
  },
};
