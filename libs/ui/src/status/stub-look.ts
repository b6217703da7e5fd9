import type { Theme } from '@mui/material';
import { hues } from '../theme/tokens';

/** The styles of `Stub`, for the whole page: it stands in every row of a long list, where it has to be a plain element. */
export const stubLook = ({ vars, typography }: Theme) => ({
  '.ticket-stub': {
    ...typography.subtitle2,
    display: 'inline-flex',
    alignItems: 'stretch',
    height: 20,
    maxWidth: '100%',
    verticalAlign: 'middle',
    whiteSpace: 'nowrap',
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
    '& .pause, & .stub': { width: 20, flex: 'none', display: 'grid', placeItems: 'center' },
    '& .pause': {
      backgroundColor: vars.palette.ink.main,
      color: vars.palette.ink.text,
      borderRadius: '4px 0 0 4px',
    },
    '& .body': { display: 'inline-flex', minWidth: 0, borderRadius: 4, color: 'var(--text)' },
    '& .pause + .body': { borderRadius: '0 4px 4px 0' },
    '& .word': { padding: '0 8px 0 6px', lineHeight: '20px', overflow: 'hidden', textOverflow: 'ellipsis' },
    '& .solid': { backgroundColor: 'var(--tint)', overflow: 'hidden' },
    '& .pause + .solid': { marginLeft: 1 },
    '& .solid .stub': { backgroundColor: 'var(--main)', color: 'var(--on)' },
    '& .open': { boxShadow: 'inset 0 0 0 1px color-mix(in srgb, var(--main) 55%, transparent)' },
    '& .pause + .open': {
      boxShadow:
        'inset -1px 0 0 color-mix(in srgb, var(--main) 55%, transparent), inset 0 1px 0 color-mix(in srgb, var(--main) 55%, transparent), inset 0 -1px 0 color-mix(in srgb, var(--main) 55%, transparent)',
    },
    '& .open .stub': {
      color: 'var(--main)',
      borderRight: '1px dashed color-mix(in srgb, var(--main) 55%, transparent)',
    },
    '& .full': { backgroundColor: 'var(--main)', color: 'var(--on)' },
    '& .full .stub': { borderRight: '1px dashed color-mix(in srgb, var(--on) 60%, transparent)' },
  },
});
