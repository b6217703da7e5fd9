import { createTranslate, registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts of lists and tables. */
export const useTexts = registerTexts('data-table', en, { de: () => import('./de') });

/** Reads the same texts outside components; see `createTranslate` of `@tessera/ui`. */
export const translate = createTranslate<typeof en>('data-table');
