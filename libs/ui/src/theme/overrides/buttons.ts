import type { Components, Theme } from '@mui/material/styles';
import { motion } from '../tokens';

/** The box of a secondary button. */
const secondaryBox = ({ palette }: Theme['vars']) => ({
  color: palette.text.primary,
  backgroundColor: palette.surface.main,
  borderColor: palette.line.main,
  '&:hover': { backgroundColor: palette.surface.hover, borderColor: palette.line.control },
});

const touchTarget = { '@media (pointer: coarse)': { minHeight: 40 } };

/** Buttons: `contained` is the primary action, `outlined` a secondary one, `text` has no box. */
export const buttons: Components<Theme> = {
  MuiButton: {
    defaultProps: { disableElevation: true, variant: 'outlined', color: 'primary' },
    styleOverrides: {
      root: ({ theme: { vars, shape, typography } }) => ({
        ...typography.button,
        minWidth: 0,
        height: 30,
        padding: '0 12px',
        borderRadius: shape.borderRadius,
        whiteSpace: 'nowrap',
        transition: `background-color ${motion.hover}ms, border-color ${motion.hover}ms`,
        ...touchTarget,
        '& .MuiButton-startIcon': { marginLeft: -2, marginRight: 8 },
        '& .MuiButton-endIcon': { marginRight: -2, marginLeft: 8 },
        '&.Mui-disabled': {
          color: vars.palette.text.tertiary,
          backgroundColor: vars.palette.surface.sunken,
          border: `1px solid ${vars.palette.line.subtle}`,
        },
        variants: [
          {
            props: { size: 'small' },
            style: { height: 24, padding: '0 8px', fontSize: '0.75rem', lineHeight: '16px' },
          },
          { props: { size: 'large' }, style: { height: 38, padding: '0 16px' } },
          {
            props: { variant: 'outlined', color: 'primary' },
            style: secondaryBox(vars),
          },
          {
            props: { variant: 'text', color: 'primary' },
            style: {
              color: vars.palette.text.secondary,
              '&:hover': { backgroundColor: vars.palette.surface.hover, color: vars.palette.text.primary },
              '&.Mui-disabled': { backgroundColor: 'transparent', borderColor: 'transparent' },
            },
          },
          {
            props: { variant: 'contained' },
            style: {
              '&:hover': { boxShadow: 'none' },
              // The button of an empty state repeats the primary action of the page's header.
              '[data-secondary-action] &:not(.Mui-disabled)': { border: '1px solid', ...secondaryBox(vars) },
            },
          },
        ],
      }),
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme: { vars, shape } }) => ({
        width: 30,
        height: 30,
        padding: 0,
        borderRadius: shape.borderRadius,
        color: vars.palette.text.secondary,
        transition: `background-color ${motion.hover}ms`,
        '&:hover': { backgroundColor: vars.palette.surface.hover, color: vars.palette.text.primary },
        '&.Mui-disabled': { color: vars.palette.line.control },
        '@media (pointer: coarse)': { minHeight: 40, minWidth: 40 },
        variants: [{ props: { size: 'small' }, style: { width: 24, height: 24 } }],
      }),
    },
  },
  MuiToggleButtonGroup: {
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        backgroundColor: vars.palette.surface.main,
        // Also left of a selected button, whose background covers its neighbour's border.
        '& .MuiToggleButtonGroup-middleButton, & .MuiToggleButtonGroup-lastButton': {
          borderLeftColor: vars.palette.line.main,
        },
      }),
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme: { vars, typography } }) => ({
        ...typography.caption,
        textTransform: 'none',
        height: 28,
        padding: '0 10px',
        color: vars.palette.text.secondary,
        borderColor: vars.palette.line.main,
        '&:hover': { backgroundColor: vars.palette.surface.hover },
        '&.Mui-selected, &.Mui-selected:hover': {
          color: vars.palette.accent.text,
          backgroundColor: vars.palette.surface.selected,
          fontWeight: 600,
        },
        ...touchTarget,
      }),
    },
  },
};
