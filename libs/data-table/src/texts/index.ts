import { catalogue, textsOf } from '@tessera/ui';
import { en } from './en';

/** The texts of lists and tables. */
export const useTexts = catalogue('data-table', en, { de: () => import('./de') });

/** Reads the same texts outside components; see `textsOf` of `@tessera/ui`. */
export const text = textsOf<typeof en>('data-table');
