import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** Texts of what the dashboard loads when there is something to say. */
export const useLoginCheckTexts = registerTexts('shell-login-checks', en, { de: () => import('./de') });
