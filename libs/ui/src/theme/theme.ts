import './augmentation';
import { createTheme, type Overlays, type Shadows } from '@mui/material';
import { base } from './overrides/base';
import { buttons } from './overrides/buttons';
import { data } from './overrides/data';
import { inputs } from './overrides/inputs';
import { surfaces } from './overrides/surfaces';
import { palette } from './palette';
import { motion } from './tokens';
import { shadow } from './tokens';
import { dark, light } from './tokens';
import { typography } from './typography';

// MUI has 25 levels of elevation, the design two shadows: for menus and for dialogs.
const shadows = Array.from({ length: 25 }, (_, level) =>
  level === 0 ? 'none' : level < 16 ? shadow.menu : shadow.dialog,
) as Shadows;

const overlays = Array.from({ length: 25 }, () => 'none') as Overlays;

/** Tessera's theme: both schemes as CSS variables `--ts-…`, switched by `data-theme` on the root element. */
export const theme = createTheme({
  cssVariables: { cssVarPrefix: 'ts', colorSchemeSelector: 'data-theme' },
  colorSchemes: {
    light: { palette: palette('light', light) },
    // MUI would lighten paper by elevation in the dark scheme.
    dark: { palette: palette('dark', dark), overlays },
  },
  typography,
  shape: { borderRadius: 6 },
  spacing: 8,
  shadows,
  motion: { reducedMotion: 'system' },
  transitions: {
    duration: {
      enteringScreen: motion.drawer,
      leavingScreen: motion.menu,
      standard: motion.menu,
      short: motion.hover,
    },
    easing: { easeInOut: motion.easing, easeOut: motion.easing, easeIn: motion.easing },
  },
  zIndex: { appBar: 1100, drawer: 1200, modal: 1300, snackbar: 1400, tooltip: 1500 },
  components: { ...base, ...buttons, ...inputs, ...surfaces, ...data },
});
