import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts of the modules' pages: a catalogue of their own, which the first visit doesn't load. */
export const useTexts = registerTexts('shell-modules', en, { de: () => import('./de') });

/** The function that reads these texts, for code outside components. */
export type ModulesTexts = ReturnType<typeof useTexts>;
