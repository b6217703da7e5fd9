import type { CSSObject, Theme } from '@mui/material';
import type { Hue } from '@tessera/ui';

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

/** A seat's fill by its state: bought is full, held is pale, with an edge that is dashed where the seat is large. */
function fills(theme: Theme, hue: Hue | 'accent') {
  const { main, text, tint, on } = colorsOf(theme, hue);
  return {
    '&[data-state="held"]': { background: tint, color: text, border: `1px solid ${main}` },
    '&[data-state="bought"]': { background: main, color: on, border: `1px solid ${main}` },
  };
}

/** The box of a pattern, over its seat. */
const pattern = { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit', opacity: 0.7 };

/** The styles of the looks by their numbers. Without a pattern there is no box for it: thousands of them cost time. */
const lookStyles = (theme: Theme): Record<string, object> =>
  Object.fromEntries(
    lookHues.flatMap((hue, look): [string, object][] => [
      [`& [data-look="${look}"]`, fills(theme, hue)],
      ...(look === 0
        ? []
        : [
            [`& [data-look="${look}"]::after`, { ...pattern, background: patterns[look] }] as [
              string,
              object,
            ],
          ]),
    ]),
  );

/**
 * The styles of all seats within a box: by attributes and the variable `--seat-size`, so that thousands of seats have no style of
 * their own and the zoom draws none of them again. A large seat has its mark above a strip with the pattern; a small one is all
 * pattern.
 */
export function seatStyles(theme: Theme): CSSObject {
  const { vars, typography } = theme;
  return {
    '& [data-look]': {
      boxSizing: 'border-box',
      position: 'relative',
      flex: 'none',
      width: 'var(--seat-size)',
      height: 'var(--seat-size)',
      borderRadius: '2px',
      cursor: 'pointer',
      // Zoom and focus leave room for what stays above the seats.
      scrollMarginBlock: '96px',
    },
    '&[data-size="large"] [data-look]': {
      width: 'auto',
      minWidth: 'var(--seat-size)',
      paddingInline: '3px',
      fontSize: 11,
      lineHeight: 'calc(var(--seat-size) - 7px)',
      fontWeight: 600,
      textAlign: 'center',
      whiteSpace: 'nowrap',
      '&::before': { content: 'attr(data-mark)' },
      '&[data-state="held"]': { borderStyle: 'dashed' },
    },
    ...lookStyles(theme),
    '&[data-size="large"] [data-look]::after': { inset: 'auto 0 0 0', height: '6px', opacity: 1 },
    '& [data-look="held"]': fills(theme, 'ochre'),
    '& [data-look="bought"]': fills(theme, 'verdigris'),
    '& [data-unmarked]': { opacity: 0.45 },
    '& [role="gridcell"]:focus-visible, & [aria-selected="true"]': {
      outline: `2px solid ${vars.palette.accent.focus}`,
      outlineOffset: 1,
      opacity: 1,
    },
    '& .seat-row': { display: 'flex', alignItems: 'flex-start', gap: '8px' },
    '& .seat-row-name': {
      ...typography.caption,
      flex: 'none',
      width: '32px',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      textAlign: 'right',
      fontSize: 11,
      lineHeight: 'var(--seat-size)',
      color: vars.palette.text.secondary,
    },
    '& .seat-runs': { display: 'flex', flexWrap: 'wrap', gap: '5px', minWidth: 0 },
    '&[data-size="large"] .seat-runs': { gap: '8px' },
    '& .seat-run': { display: 'inline-flex', flexWrap: 'wrap', gap: '7px 2px', paddingBottom: '5px' },
    // A line below the seats, also where they wrap.
    '& [data-run="together"]': {
      background: `repeating-linear-gradient(to bottom, transparent 0 calc(var(--seat-size) + 3px), ${vars.palette.text.primary} 0 calc(var(--seat-size) + 5px), transparent 0 calc(var(--seat-size) + 7px))`,
    },
  };
}
