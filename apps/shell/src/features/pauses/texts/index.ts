import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts of pauses, which are fetched with their banner and dialog. */
export const usePauseTexts = registerTexts('shell-pauses', en, { de: () => import('./de') });

/** The function that reads them, for code outside components. */
export type PauseTexts = ReturnType<typeof usePauseTexts>;
