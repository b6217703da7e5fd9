import type { Theme } from '@mui/material';
import { type Hue } from '../theme/tokens';

/** Hues of the looks; the first is for seats without a job or price level. */
const lookHues: readonly (Hue | 'accent')[] = [
  'stone',
  'lapis',
  'aegean',
  'cinnabar',
  'accent',
  'ochre',
  'verdigris',
];

/** The looks' patterns, in the colour of the text: a shape for each, so that hues are never alone. */
const patterns: readonly string[] = [
  'none',
  'repeating-linear-gradient(45deg, currentColor 0 1.5px, transparent 1.5px 5px)',
  'radial-gradient(currentColor 1.2px, transparent 1.6px) 0 0 / 5px 5px',
  'repeating-linear-gradient(0deg, currentColor 0 1.5px, transparent 1.5px 4px)',
  'repeating-linear-gradient(90deg, currentColor 0 1.5px, transparent 1.5px 4px)',
  'repeating-linear-gradient(-45deg, currentColor 0 1.5px, transparent 1.5px 5px)',
  'repeating-linear-gradient(45deg, currentColor 0 1px, transparent 1px 4px), repeating-linear-gradient(-45deg, currentColor 0 1px, transparent 1px 4px)',
];

function colorsOf({ vars }: Theme, hue: Hue | 'accent') {
  const { accent, surface, status } = vars.palette;
  return hue === 'accent'
    ? { main: accent.main, text: accent.text, tint: surface.selected, on: '#FFFFFF' }
    : { ...status[hue], on: status.on };
}

/** A seat's fill by its state: bought is full, held is pale with a dashed edge. */
function fills(theme: Theme, hue: Hue | 'accent') {
  const { main, text, tint, on } = colorsOf(theme, hue);
  return {
    '&[data-state="held"]': { background: tint, color: text, border: `1px dashed ${main}` },
    '&[data-state="bought"]': { background: main, color: on, border: `1px solid ${main}` },
  };
}

/**
 * The styles of all seats within a box: by attributes, so that thousands of seats have no style of their own. A large seat has its
 * mark above a strip with the pattern; a small one is all pattern.
 */
export const seatStyles = (theme: Theme) => ({
  '& [data-look]': {
    boxSizing: 'border-box',
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: 12,
    height: 12,
    borderRadius: '2px',
    overflow: 'hidden',
    fontSize: 11,
    lineHeight: '16px',
    fontWeight: 600,
    cursor: 'pointer',
    '&::after': { content: '""', position: 'absolute', inset: 0, opacity: 0.7 },
  },
  '&[data-size="large"] [data-look]': {
    width: 'auto',
    minWidth: 30,
    height: 30,
    paddingInline: '3px',
    paddingBottom: '5px',
    '&::after': { inset: 'auto 0 0 0', height: '6px', opacity: 1 },
  },
  ...Object.fromEntries(
    lookHues.map((hue, look) => [
      `& [data-look="${look}"]`,
      { ...fills(theme, hue), '&::after': { background: patterns[look] } },
    ]),
  ),
  '& [data-look="held"]': fills(theme, 'ochre'),
  '& [data-look="bought"]': fills(theme, 'verdigris'),
  '& [data-unmarked]': { opacity: 0.45 },
  '& [role="gridcell"]:focus-visible, & [aria-selected="true"]': {
    outline: `2px solid ${theme.vars.palette.accent.focus}`,
    outlineOffset: 1,
    opacity: 1,
  },
  '& .seat-run': {
    display: 'inline-flex',
    gap: '2px',
    borderBottom: '2px solid transparent',
    paddingBottom: '2px',
  },
  '& [data-run="together"]': { borderBottomColor: theme.vars.palette.text.primary },
});
