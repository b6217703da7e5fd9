import type { Theme } from '@mui/material';
import { hues } from '../theme/tokens';

/** Px of the square with the icon. */
const square = 20;

/** The perforation between icon and word: points of 2 px, as many above as below. */
const perforated = (colour: string) => ({
  backgroundImage: `repeating-linear-gradient(transparent 0 1px, ${colour} 1px 3px, transparent 3px 4px)`,
  backgroundPosition: `${square - 1}px 0`,
  backgroundSize: '1px 100%',
  backgroundRepeat: 'no-repeat',
});

/**
 * The styles of `Stub`, for the whole page: it stands in every row of a long list, where it has to be plain elements, and
 * few. Its square and its perforation are drawn as its background.
 */
export const stubLook = ({ vars, typography }: Theme) => {
  const outline = 'color-mix(in srgb, var(--main) 55%, transparent)';
  return {
    '.ticket-stub': {
      ...typography.subtitle2,
      display: 'inline-block',
      height: square,
      maxWidth: '100%',
      paddingRight: 8,
      lineHeight: `${square}px`,
      verticalAlign: 'middle',
      whiteSpace: 'nowrap',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      borderRadius: 4,
      color: 'var(--text)',
      '--on': vars.palette.status.on,
      ...Object.fromEntries(
        hues.map((hue) => [
          `&.${hue}`,
          {
            '--main': vars.palette.status[hue].main,
            '--text': vars.palette.status[hue].text,
            '--tint': vars.palette.status[hue].tint,
          },
        ]),
      ),
      // A character stands in the line as an icon does.
      '& svg, &.glyph::before': { verticalAlign: 'top', margin: '4px 10px 4px 4px' },
      '&.solid': { background: `linear-gradient(90deg, var(--main) ${square}px, var(--tint) ${square}px)` },
      '&.solid svg, &.solid::before': { color: 'var(--on)' },
      '&.open': { boxShadow: `inset 0 0 0 1px ${outline}`, ...perforated(outline) },
      '&.open svg, &.open::before': { color: 'var(--main)' },
      '&.full': {
        backgroundColor: 'var(--main)',
        color: 'var(--on)',
        ...perforated('color-mix(in srgb, var(--on) 60%, transparent)'),
      },
    },
    '.ticket-pause': {
      display: 'inline-flex',
      maxWidth: '100%',
      verticalAlign: 'middle',
      '& .pause': {
        width: square,
        height: square,
        padding: 4,
        flex: 'none',
        lineHeight: '12px',
        backgroundColor: vars.palette.ink.main,
        color: vars.palette.ink.text,
        borderRadius: '4px 0 0 4px',
      },
      '& .ticket-stub': { alignSelf: 'baseline', borderRadius: '0 4px 4px 0' },
      '& .solid': { marginLeft: 1 },
      '& .open': {
        boxShadow: `inset -1px 0 0 ${outline}, inset 0 1px 0 ${outline}, inset 0 -1px 0 ${outline}`,
      },
    },
  };
};
