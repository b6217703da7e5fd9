import type { Components, Theme } from '@mui/material/styles';
import { SelectArrow } from '../select-arrow';
import { motion } from '../tokens';
import { shadow } from '../tokens';

/** Inputs: the label is above, the focus ring replaces the border, the switch is square. */
export const inputs: Components<Theme> = {
  MuiOutlinedInput: {
    defaultProps: { size: 'small', notched: false },
    styleOverrides: {
      root: ({ theme: { vars, typography } }) => ({
        ...typography.body2,
        minHeight: 32,
        backgroundColor: vars.palette.surface.main,
        '& .MuiOutlinedInput-notchedOutline': { borderColor: vars.palette.line.control, top: 0 },
        '& .MuiOutlinedInput-notchedOutline legend': { display: 'none' },
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: vars.palette.text.secondary },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
          borderColor: vars.palette.accent.focus,
          borderWidth: 2,
        },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': {
          borderColor: vars.palette.status.cinnabar.main,
          borderWidth: 2,
        },
        '&.Mui-error.Mui-focused .MuiOutlinedInput-notchedOutline': {
          borderColor: vars.palette.status.cinnabar.main,
        },
        '&.Mui-disabled': { backgroundColor: vars.palette.surface.sunken },
        '&.Mui-disabled .MuiOutlinedInput-notchedOutline': { borderColor: vars.palette.line.main },
        '&.MuiInputBase-multiline': { padding: '5px 10px' },
        '&.MuiInputBase-multiline .MuiInputBase-input': { height: 'auto', padding: 0 },
        // The large inputs of the pages before signing in.
        '&:not(.MuiInputBase-sizeSmall)': { ...typography.body1, minHeight: 38 },
        '@media (pointer: coarse)': { minHeight: 40 },
      }),
      input: ({ theme: { vars } }) => ({
        height: 20,
        padding: '6px 10px',
        ':focus-visible': { outline: 'none' },
        '&::placeholder': { color: vars.palette.text.tertiary, opacity: 1 },
        '&.Mui-disabled': { WebkitTextFillColor: vars.palette.text.tertiary },
      }),
      adornedStart: { paddingLeft: 10, '& .MuiInputBase-input': { paddingLeft: 8 } },
      adornedEnd: { paddingRight: 4 },
    },
  },
  MuiInputBase: { styleOverrides: { input: { ':focus-visible': { outline: 'none' } } } },
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme: { vars, typography } }) => ({
        ...typography.subtitle2,
        color: vars.palette.text.secondary,
        '&.Mui-focused, &.Mui-error': { color: vars.palette.text.secondary },
      }),
    },
  },
  MuiCheckbox: {
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        width: 24,
        height: 24,
        padding: 0,
        color: vars.palette.line.control,
        borderRadius: 4,
        '&.Mui-checked, &.MuiCheckbox-indeterminate': { color: vars.palette.accent.main },
        '&.Mui-disabled': { color: vars.palette.line.main },
        '&:hover': { backgroundColor: 'transparent' },
        '@media (pointer: coarse)': { width: 40, height: 40 },
      }),
    },
  },
  MuiSwitch: {
    styleOverrides: {
      root: { width: 30, height: 18, padding: 0, overflow: 'visible' },
      switchBase: ({ theme: { vars } }) => ({
        padding: 3,
        transition: `transform ${motion.hover}ms ${motion.easing}`,
        '&.Mui-checked': { transform: 'translateX(12px)', color: '#fff' },
        '&.Mui-checked + .MuiSwitch-track': { backgroundColor: vars.palette.accent.main, opacity: 1 },
        '&.Mui-disabled + .MuiSwitch-track': { opacity: 0.5 },
        '&.Mui-focusVisible': { outline: 'none' },
        '&.Mui-focusVisible + .MuiSwitch-track': {
          outline: `2px solid ${vars.palette.accent.focus}`,
          outlineOffset: 2,
        },
      }),
      thumb: { width: 12, height: 12, borderRadius: 3, boxShadow: 'none', backgroundColor: '#fff' },
      track: ({ theme: { vars } }) => ({
        borderRadius: 5,
        backgroundColor: vars.palette.line.control,
        opacity: 1,
      }),
    },
  },
  MuiAutocomplete: {
    styleOverrides: {
      // MUI's own selectors include the input's size.
      inputRoot: {
        '&.MuiOutlinedInput-root.MuiInputBase-sizeSmall': { paddingTop: 0, paddingBottom: 0, paddingLeft: 0 },
        '&.MuiOutlinedInput-root.MuiInputBase-sizeSmall .MuiAutocomplete-input': { padding: '6px 10px' },
      },
      popupIndicator: { width: 24, height: 24 },
      clearIndicator: { width: 24, height: 24 },
      paper: ({ theme: { vars } }) => ({
        marginTop: 4,
        backgroundColor: vars.palette.surface.raised,
        boxShadow: shadow.menu,
      }),
      noOptions: ({ theme: { vars, typography } }) => ({
        ...typography.body2,
        color: vars.palette.text.tertiary,
      }),
      listbox: { padding: 4, maxHeight: 320 },
      option: ({ theme: { vars, typography, shape } }) => ({
        '&.MuiAutocomplete-option': {
          ...typography.body2,
          minHeight: 32,
          padding: '0 10px',
          borderRadius: shape.borderRadius,
          '@media (pointer: coarse)': { minHeight: 40 },
        },
        '&.MuiAutocomplete-option.Mui-focused': { backgroundColor: vars.palette.surface.hover },
        '&.MuiAutocomplete-option[aria-selected="true"]': { backgroundColor: vars.palette.surface.selected },
        '&.MuiAutocomplete-option.Mui-focusVisible': {
          outline: `2px solid ${vars.palette.accent.focus}`,
          outlineOffset: -2,
        },
      }),
    },
  },
  MuiSelect: {
    defaultProps: { IconComponent: SelectArrow },
    styleOverrides: { icon: { width: 16, height: 16, top: 'calc(50% - 8px)', right: 8 } },
  },
};
