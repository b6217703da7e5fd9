import { styled, unstable_memoTheme as memoTheme, type Theme } from '@mui/material';

/** White on the accent colour, in a square of 100. */
const tick = mark('M12 42 0 56 38 92 100 22 86 8 38 64z');
const line = mark('M8 40h84v20H8z');

function mark(path: string): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'><path d='${path}' fill='#fff'/></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}

/** The box is 15 px unless `--box` says otherwise; what is hit around it is its border, unseen and without room of its own. */
const reach = (px: number) => ({
  '--hit': `calc(var(--box, 15px) + ${2 * px}px)`,
  width: 'var(--hit)',
  height: 'var(--hit)',
  margin: -px,
  border: `${px}px solid transparent`,
  borderRadius: 4 + px,
  '&:focus-visible': { outlineOffset: 2 - px },
});

/**
 * How a native checkbox looks here: a row of a long table can't afford a component of three elements, and a pseudo-element
 * is one too.
 */
export const rowCheckboxLook = ({ vars }: Theme) =>
  ({
    appearance: 'none',
    ...reach(5),
    verticalAlign: 'middle',
    background: `${vars.palette.surface.main} center / 60% no-repeat padding-box`,
    boxShadow: `inset 0 0 0 1px ${vars.palette.line.control}`,
    cursor: 'pointer',
    '@media (pointer: coarse)': reach(13),
    '&:checked, &:indeterminate': { backgroundColor: vars.palette.accent.main, boxShadow: 'none' },
    '&:checked': { backgroundImage: tick },
    '&:indeterminate': { backgroundImage: line },
    '&:disabled': { opacity: 0.4, cursor: 'default' },
    // Where the system has its own colours, it also draws the box: neither shadow nor background would show.
    '@media (forced-colors: active)': { appearance: 'auto', ...reach(0) },
  }) as const;

/** The native checkbox outside a table; in one it is a plain element, which the table's own styles reach. */
export const RowCheckbox = styled('input')(memoTheme(({ theme }) => rowCheckboxLook(theme)));
