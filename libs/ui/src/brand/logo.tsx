import { Box, useTheme } from '@mui/material';

// Nine tiles on a 40 px square: a T in the accent colour, one golden seat, the rest stone.
const tiles = {
  rose: [
    '.9 .9 12.7 .2 12.4 12.6 .2 13',
    '13.8 .2 26.4 .2 26.2 12.2 13.6 12.7',
    '27.4 .2 39 .9 39.8 12.9 27.3 12.3',
    '13.6 13.8 26.4 13.4 26 26.4 13.9 26.1',
    '13.8 27.1 26 27.4 26.2 39.8 13.4 39.8',
  ],
  stone: [
    '.2 13.9 12.5 13.6 12.7 26 .3 26.3',
    '27.5 13.4 39.8 13.9 39.6 26.3 27.2 26.4',
    '.3 27.4 12.6 27 12.4 39.8 1 39',
  ],
  gold: ['27.3 27.4 39.8 27.2 39.1 39 27.4 39.8'],
} as const;

export interface LogoProps {
  /** Px; 24 in the drawer, 34 on the sign-in card. */
  size?: number;
  /** Shows the product's name beside it. */
  withName?: boolean;
}

/** Tessera's logo, in the colours of the current scheme. */
export function Logo({ size = 24, withName = false }: LogoProps) {
  const { mosaic } = useTheme().vars.palette;
  const mark = (
    <svg
      width={size}
      height={size}
      viewBox="0 0 40 40"
      strokeWidth={0.3}
      strokeLinejoin="round"
      role={withName ? undefined : 'img'}
      aria-label={withName ? undefined : 'Tessera'}
      aria-hidden={withName ? true : undefined}
    >
      {(['rose', 'stone', 'gold'] as const).flatMap((tone) =>
        tiles[tone].map((points) => (
          <polygon key={points} points={points} fill={mosaic[tone]} stroke={mosaic[tone]} />
        )),
      )}
    </svg>
  );
  if (!withName) return mark;
  return (
    <Box
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: size >= 32 ? 1.5 : 1.25,
        color: 'text.primary',
      }}
    >
      {mark}
      <Box
        component="span"
        sx={{
          fontWeight: 600,
          letterSpacing: '-.012em',
          fontSize: Math.min(24, Math.round(size * 0.68)),
          lineHeight: 1.2,
        }}
      >
        Tessera
      </Box>
    </Box>
  );
}
