import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** Reads the texts of budgets. */
export const useBudgetTexts = registerTexts('product-ui-budgets', en, { de: () => import('./de') });
