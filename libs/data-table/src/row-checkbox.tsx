import { styled, unstable_memoTheme as memoTheme, type Theme } from '@mui/material';

/** Px of the box where it is 15 px wide, in what it is. */
const scaled = (many: number) => `calc(var(--box, 15px) * ${many} / 15)`;

/** A white stroke of 2 px between two corners of its own part of the box, told as left, top, width and height. */
const stroke = (to: string, [left, top, width, height]: readonly [number, number, number, number]) =>
  `linear-gradient(to ${to}, transparent calc(50% - 1.1px), #fff calc(50% - 0.7px) calc(50% + 0.7px), transparent calc(50% + 1.1px)) ${scaled(left)} ${scaled(top)} / ${scaled(width)} ${scaled(height)} no-repeat padding-box`;

/** White on the accent colour. No picture: browsers make a document of its own of one, in the midst of the click. */
const tick = [stroke('top right', [3, 7, 4, 4]), stroke('bottom right', [6, 4, 6, 7])].join(', ');
const line = 'linear-gradient(#fff 0 0) center / 60% 2px no-repeat padding-box';

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
    background: `padding-box ${vars.palette.surface.main}`,
    boxShadow: `inset 0 0 0 1px ${vars.palette.line.control}`,
    cursor: 'pointer',
    '@media (pointer: coarse)': reach(13),
    '&:checked, &:indeterminate': { boxShadow: 'none' },
    '&:checked': { background: `${tick}, padding-box ${vars.palette.accent.main}` },
    '&:indeterminate': { background: `${line}, padding-box ${vars.palette.accent.main}` },
    '&:disabled': { opacity: 0.4, cursor: 'default' },
    // Where the system has its own colours, it also draws the box: neither shadow nor background would show.
    '@media (forced-colors: active)': { appearance: 'auto', ...reach(0) },
  }) as const;

/** The native checkbox outside a table; in one it is a plain element, which the table's own styles reach. */
export const RowCheckbox = styled('input')(memoTheme(({ theme }) => rowCheckboxLook(theme)));
