import { registerTexts, createTranslate } from './catalogue';
import { en } from './en';

/** The texts of the shared parts. */
export const useTexts = registerTexts('ui', en, { de: () => import('./de') });

/** The same for functions that format and for the cells of lists; see `createTranslate`. */
export const text = createTranslate<typeof en>('ui');
