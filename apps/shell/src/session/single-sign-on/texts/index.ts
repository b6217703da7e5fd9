import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts of single sign-on, before and after signing in. */
export const useSingleSignOnTexts = registerTexts('shell-single-sign-on', en, {
  de: () => import('./de'),
});
