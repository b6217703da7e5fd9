import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts about passkeys, which pages load when somebody may use them. */
export const usePasskeyTexts = registerTexts('shell-passkeys', en, {
  de: () => import('./de'),
});
