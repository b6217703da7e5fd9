import { styled, unstable_memoTheme as memoTheme, type Theme } from '@mui/material';

/** How a native checkbox looks here: a row of a long table can't afford a component of three elements. */
export const rowCheckboxLook = ({ vars }: Theme) =>
  ({
    appearance: 'none',
    position: 'relative',
    width: 15,
    height: 15,
    margin: 0,
    verticalAlign: 'middle',
    borderRadius: 4,
    border: `1px solid ${vars.palette.line.control}`,
    backgroundColor: vars.palette.surface.main,
    cursor: 'pointer',
    // The target is 24 px, 40 for a finger.
    '&::after': { content: '""', position: 'absolute', inset: -6 },
    '@media (pointer: coarse)': { '&::after': { inset: -14 } },
    '&::before': {
      content: '""',
      position: 'absolute',
      inset: 2,
      backgroundColor: '#fff',
      clipPath: 'polygon(0 0)',
    },
    '&:checked, &:indeterminate': {
      borderColor: vars.palette.accent.main,
      backgroundColor: vars.palette.accent.main,
    },
    '&:checked::before': { clipPath: 'polygon(12% 42%, 0 56%, 38% 92%, 100% 22%, 86% 8%, 38% 64%)' },
    '&:indeterminate::before': { clipPath: 'polygon(8% 40%, 92% 40%, 92% 60%, 8% 60%)' },
    '&:disabled': { opacity: 0.4, cursor: 'default' },
  }) as const;

/** The native checkbox outside a table; in one it is a plain element, which the table's own styles reach. */
export const RowCheckbox = styled('input')(memoTheme(({ theme }) => rowCheckboxLook(theme)));
