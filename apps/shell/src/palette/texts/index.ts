import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts of the open palette and of the list of shortcuts. */
export const usePaletteTexts = registerTexts('shell-palette', en, { de: () => import('./de') });
