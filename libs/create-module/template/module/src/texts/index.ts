import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** This module's texts. */
export const useTexts = registerTexts('mf-sample', en, { de: () => import('./de') });

/** The function that looks up this module's texts. */
export type ModuleTexts = ReturnType<typeof useTexts>;
