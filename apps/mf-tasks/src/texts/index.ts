import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** This module's texts. */
export const useTexts = registerTexts('mf-tasks', en, { de: () => import('./de') });

/** The function that returns the module's texts. */
export type TasksTexts = ReturnType<typeof useTexts>;
