import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** Reads the texts of costs. */
export const useCostTexts = registerTexts('product-ui-costs', en, { de: () => import('./de') });
