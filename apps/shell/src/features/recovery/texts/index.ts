import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts of this page, which it loads. */
export const useRecoveryTexts = registerTexts('shell-recovery', en, { de: () => import('./de') });

/** The function that reads them, for code outside components. */
export type RecoveryTexts = ReturnType<typeof useRecoveryTexts>;
