import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts of the page for a browser that keeps no session. */
export const useBlockedTexts = registerTexts('shell-blocked', en, {
  de: () => import('./de'),
});
