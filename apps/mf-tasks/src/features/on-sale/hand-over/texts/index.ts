import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts of the hand-over note, which its dialog loads. */
export const useHandOverTexts = registerTexts('mf-tasks-hand-over', en, { de: () => import('./de') });

/** The function that returns them. */
export type HandOverTexts = ReturnType<typeof useHandOverTexts>;
