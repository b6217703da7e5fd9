import './augmentation';
import type { PaletteOptions } from '@mui/material/styles';
import type { SchemeTokens } from './tokens';

/** Creates MUI's palette of a color scheme from our tokens. */
export function palette(mode: 'light' | 'dark', t: SchemeTokens): PaletteOptions {
  const role = (hue: 'verdigris' | 'ochre' | 'cinnabar' | 'lapis') => ({
    main: t.status[hue].main,
    dark: t.status[hue].main,
    light: t.status[hue].tint,
    contrastText: t.status.on,
  });
  return {
    mode,
    primary: { main: t.accent.main, dark: t.accent.hover, light: t.accent.line, contrastText: '#FFFFFF' },
    secondary: { main: t.ink.main, dark: t.ink.main, light: t.line.control, contrastText: t.ink.text },
    success: role('verdigris'),
    warning: role('ochre'),
    error: role('cinnabar'),
    info: role('lapis'),
    background: { default: t.surface.canvas, paper: t.surface.main },
    divider: t.line.main,
    text: { ...t.text, disabled: t.text.tertiary },
    action: {
      active: t.text.secondary,
      hover: t.surface.hover,
      selected: t.surface.selected,
      disabled: t.text.tertiary,
      disabledBackground: t.surface.sunken,
      focus: t.surface.hover,
    },
    status: t.status,
    line: t.line,
    bar: t.bar,
    ink: t.ink,
    chart: t.chart,
    surface: t.surface,
    accent: t.accent,
    mosaic: t.mosaic,
  };
}
