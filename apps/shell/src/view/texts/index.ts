import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts of the banner of a view: fetched with it. */
export const useViewTexts = registerTexts('shell-view', en, { de: () => import('./de') });
