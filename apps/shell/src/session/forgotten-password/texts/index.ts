import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts of the pages for a forgotten password. */
export const useForgottenPasswordTexts = registerTexts('shell-forgotten-password', en, {
  de: () => import('./de'),
});
