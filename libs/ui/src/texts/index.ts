import { catalogue } from './catalogue';
import { en } from './en';

/** The texts of the shared parts. */
export const useTexts = catalogue('ui', en, { de: () => import('./de') });
