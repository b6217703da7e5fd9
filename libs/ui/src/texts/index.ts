import { catalogue, textsOf } from './catalogue';
import { en } from './en';

/** The texts of the shared parts. */
export const useTexts = catalogue('ui', en, { de: () => import('./de') });

/** The same for functions that format and for the cells of lists; see `textsOf`. */
export const text = textsOf<typeof en>('ui');
