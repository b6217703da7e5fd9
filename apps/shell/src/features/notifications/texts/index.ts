import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts of the page of notifications, which it loads; those of messages are the bell's too. */
export const useNotificationTexts = registerTexts('shell-notifications', en, { de: () => import('./de') });

/** The function that reads them, for code outside components. */
export type NotificationTexts = ReturnType<typeof useNotificationTexts>;
