import { Fade } from '@mui/material';
import type { Components, Theme } from '@mui/material/styles';
import { motion } from '../tokens';
import { shadow } from '../tokens';

/** Menus and popovers fade in and close at once. With the duration 'auto' MUI would measure the menu. */
const fade = {
  transitionDuration: { enter: motion.menu, exit: 0 },
  slots: { transition: Fade },
};

/** Panels, menus, dialogs and tooltips. */
export const surfaces: Components<Theme> = {
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        backgroundImage: 'none',
        borderRadius: 8,
        border: `1px solid ${vars.palette.line.main}`,
      }),
    },
  },
  // The page itself never scrolls, and a scroll lock would cause a layout for each menu.
  MuiModal: { defaultProps: { disableScrollLock: true } },
  MuiMenu: {
    defaultProps: fade,
    styleOverrides: {
      paper: ({ theme: { vars } }) => ({
        backgroundColor: vars.palette.surface.raised,
        boxShadow: shadow.menu,
        marginTop: 4,
      }),
      list: { padding: 4 },
    },
  },
  MuiPopover: {
    // Popover has a scroll lock of its own, which it passes to the modal.
    defaultProps: { ...fade, disableScrollLock: true },
    styleOverrides: {
      paper: ({ theme: { vars } }) => ({
        backgroundColor: vars.palette.surface.raised,
        boxShadow: shadow.menu,
      }),
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme: { vars, typography, shape } }) => ({
        ...typography.body2,
        '&&': { minHeight: 32 },
        padding: '0 10px',
        gap: 8,
        borderRadius: shape.borderRadius,
        '&:hover, &.Mui-focusVisible': { backgroundColor: vars.palette.surface.hover },
        '&.Mui-focusVisible': { outlineOffset: -2 },
        '&.Mui-selected, &.Mui-selected:hover, &.Mui-selected.Mui-focusVisible': {
          backgroundColor: vars.palette.surface.selected,
        },
        '@media (pointer: coarse)': { '&&': { minHeight: 40 } },
      }),
    },
  },
  MuiDialog: {
    styleOverrides: {
      // The paper takes the focus when the dialog opens; a focus ring is for controls only.
      container: { '&:focus-visible': { outline: 'none' } },
      paper: ({ theme: { vars } }) => ({
        '&:focus-visible': { outline: 'none' },
        backgroundColor: vars.palette.surface.raised,
        borderRadius: 12,
        border: 'none',
        boxShadow: shadow.dialog,
        [`[data-theme="dark"] &`]: { border: `1px solid ${vars.palette.line.main}` },
      }),
    },
  },
  MuiBackdrop: {
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        '&:not(.MuiBackdrop-invisible)': {
          backgroundColor: `color-mix(in srgb, ${vars.palette.surface.canvas} 8%, rgb(20 14 24 / 48%))`,
        },
      }),
    },
  },
  MuiTooltip: {
    defaultProps: { disableInteractive: true, enterDelay: 400, enterNextDelay: 400 },
    styleOverrides: {
      tooltip: ({ theme: { vars, typography, shape } }) => ({
        ...typography.caption,
        color: vars.palette.bar.text,
        backgroundColor: vars.palette.bar.main,
        borderRadius: shape.borderRadius,
        padding: '6px 8px',
      }),
    },
  },
  MuiSkeleton: {
    defaultProps: { animation: false, variant: 'rounded' },
    styleOverrides: {
      root: ({ theme: { vars } }) => ({ backgroundColor: vars.palette.line.subtle, borderRadius: 4 }),
    },
  },
  MuiDivider: {
    styleOverrides: { root: ({ theme: { vars } }) => ({ borderColor: vars.palette.line.subtle }) },
  },
  MuiDrawer: { styleOverrides: { paper: { borderRadius: 0 } } },
};
