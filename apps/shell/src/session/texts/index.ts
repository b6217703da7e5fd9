import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts of the pages and dialogs of signing in. */
export const useSessionTexts = registerTexts('shell-session', en, { de: () => import('./de') });

/** The function that reads them, for code outside components. */
export type SessionTexts = ReturnType<typeof useSessionTexts>;
