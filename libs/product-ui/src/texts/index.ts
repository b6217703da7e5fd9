import { createTranslate, registerTexts } from '@tessera/ui';
import { en } from './en';

/** Reads the texts of the product's components. */
export const useTexts = registerTexts('product-ui', en, { de: () => import('./de') });

/** Reads the same texts outside components; see `createTranslate`. */
export const text = createTranslate<typeof en>('product-ui');
