import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts of two-factor authentication, which the account page loads. */
export const useTwoFactorTexts = registerTexts('shell-two-factor', en, {
  de: () => import('./de'),
});
