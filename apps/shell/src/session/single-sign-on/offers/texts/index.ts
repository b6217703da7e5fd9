import { registerTexts } from '@tessera/ui';
import { en } from './en';

/** The texts of the providers' buttons: apart from the others of single sign-on, since each first visit fetches them. */
export const useOfferTexts = registerTexts('shell-sign-in-offers', en, {
  de: () => import('./de'),
});
