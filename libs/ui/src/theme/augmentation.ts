import '@mui/material/themeCssVarsAugmentation';
import type { SchemeTokens } from './tokens';

declare module '@mui/material/styles' {
  interface Palette {
    status: SchemeTokens['status'];
    line: SchemeTokens['line'];
    bar: SchemeTokens['bar'];
    ink: SchemeTokens['ink'];
    chart: SchemeTokens['chart'];
    surface: SchemeTokens['surface'];
    accent: SchemeTokens['accent'];
    mosaic: SchemeTokens['mosaic'];
  }
  interface PaletteOptions {
    status?: SchemeTokens['status'];
    line?: SchemeTokens['line'];
    bar?: SchemeTokens['bar'];
    ink?: SchemeTokens['ink'];
    chart?: SchemeTokens['chart'];
    surface?: SchemeTokens['surface'];
    accent?: SchemeTokens['accent'];
    mosaic?: SchemeTokens['mosaic'];
  }
  interface TypeText {
    tertiary: string;
  }
}
