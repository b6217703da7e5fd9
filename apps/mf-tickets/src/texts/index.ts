import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** This module's texts. */
export const useTexts = registerTexts('mf-tickets', en, { de: () => import('./de') });

/** Reads this module's texts. */
export type TicketsTexts = ReturnType<typeof useTexts>;
