import type { TypographyVariantsOptions } from '@mui/material/styles';

const sans = "'IBM Plex Sans Variable', 'IBM Plex Sans', system-ui, sans-serif";
export const mono = "'IBM Plex Mono', ui-monospace, monospace";

const step = (size: number, line: number, fontWeight: number, letterSpacing: string = 'normal') => ({
  fontSize: `${size / 16}rem`,
  lineHeight: `${line}px`,
  fontWeight,
  letterSpacing,
});

/** The type scale. */
export const typography: TypographyVariantsOptions = {
  fontFamily: sans,
  fontSize: 13,
  fontWeightMedium: 550,
  fontWeightBold: 600,
  h1: step(28, 36, 600, '-.02em'),
  h2: step(20, 28, 600, '-.012em'),
  h3: step(16, 24, 600),
  h4: step(14, 20, 600),
  h5: step(13, 20, 600),
  h6: step(13, 20, 600),
  subtitle1: step(14, 20, 550),
  subtitle2: step(12, 16, 550),
  body1: step(14, 22, 400),
  body2: step(13, 20, 400),
  button: { ...step(13, 20, 550), textTransform: 'none' },
  caption: step(12, 16, 400),
  overline: { ...step(12, 16, 550), textTransform: 'none' },
};
