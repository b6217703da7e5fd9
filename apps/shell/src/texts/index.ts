import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** This module's texts. */
export const useTexts = registerTexts('shell', en, { de: () => import('./de') });

/** Reads this module's texts, handed to what is no component. */
export type ShellTexts = ReturnType<typeof useTexts>;
