import type { Components, Theme } from '@mui/material/styles';
import { Appear, ClickCatcher } from '../menu-parts';
import { ModalLayer } from '../modal-layer';
import { motion } from '../motion';
import { shadow } from '../shadow';

const menuSlots = { transition: Appear, backdrop: ClickCatcher };
const menuLayer = { disablePortal: true, slots: { root: ModalLayer, backdrop: ClickCatcher } };
const fadesIn = { transition: `opacity ${motion.menu}ms ${motion.easing}` };

/** Sheets that lie above the page: panels, menus, dialogs, tooltips. */
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
  // The page itself never scrolls, only what is in it: locking it would lay everything out again for each menu.
  MuiModal: { defaultProps: { disableScrollLock: true } },
  MuiMenu: {
    // Its sheet gives it the focus.
    defaultProps: { slots: menuSlots, slotProps: { list: { autoFocus: false, autoFocusItem: false } } },
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
    // It has a lock of its own, which it hands on to the modal. Its sheet takes the focus.
    defaultProps: {
      disableScrollLock: true,
      disableAutoFocus: true,
      slots: menuSlots,
      slotProps: { root: menuLayer },
    },
    styleOverrides: {
      paper: ({ theme: { vars } }) => ({
        ...fadesIn,
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
      // The paper takes the focus when the dialog opens; the ring belongs to what can be worked.
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
    defaultProps: { disableInteractive: true },
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
