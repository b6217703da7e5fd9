import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts of the page that shows a missing permission. */
export const useAccessTexts = registerTexts('shell-access', en, { de: () => import('./de') });
