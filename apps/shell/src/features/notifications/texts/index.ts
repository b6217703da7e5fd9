import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts of this page about devices and mail. */
export const useDeliveryTexts = registerTexts('shell-delivery', en, { de: () => import('./de') });

/** The function that reads them, for code outside components. */
export type DeliveryTexts = ReturnType<typeof useDeliveryTexts>;
