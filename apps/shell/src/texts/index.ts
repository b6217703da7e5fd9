import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** This module's texts. */
export const useTexts = registerTexts('shell', en, { de: () => import('./de') });

/** The function that reads this module's texts, for code outside components. */
export type ShellTexts = ReturnType<typeof useTexts>;
