import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts of the panel of modules from this computer. */
export const useOverridesTexts = registerTexts('shell-overrides', en, { de: () => import('./de') });
