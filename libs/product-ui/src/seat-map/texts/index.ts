import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** Reads the texts of seat maps. */
export const useSeatTexts = registerTexts('product-ui-seat-map', en, { de: () => import('./de') });

export type SeatTexts = ReturnType<typeof useSeatTexts>;
