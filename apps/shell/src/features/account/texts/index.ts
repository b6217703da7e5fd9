import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts of this page, which it loads; those of the profile are the menu's too. */
export const useAccountTexts = registerTexts('shell-account', en, { de: () => import('./de') });
