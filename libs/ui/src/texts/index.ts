import { createTranslate, registerTexts } from './catalogue';
import { en } from './en';

/** Reads the texts of the shared components. */
export const useTexts = registerTexts('ui', en, { de: () => import('./de') });

/** Reads the same texts outside components; see `createTranslate`. */
export const text = createTranslate<typeof en>('ui');
