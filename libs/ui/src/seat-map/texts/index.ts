import { registerTexts } from '../../texts/catalogue';
import { en } from './en';

/** Reads the texts of seat maps. */
export const useSeatTexts = registerTexts('ui-seat-map', en, { de: () => import('./de') });

export type SeatTexts = ReturnType<typeof useSeatTexts>;
