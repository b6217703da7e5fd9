import { invalid } from '../errors/api-error';
import { onHostOf } from './web-address';

/** The addresses that a site goes by. */
export interface SiteAddresses {
  url: string;
  ticket_url: string | null;
}

/** 400 VALIDATION unless a basket, where there is one, is at the site's own host. */
export function checkBasket(basket: string | null | undefined, { url, ticket_url }: SiteAddresses): void {
  if (!basket || onHostOf(basket, [url, ticket_url])) return;
  throw invalid([
    { field: 'basket', message: "basket must be an address at the site's own host", code: 'OTHER_HOST' },
  ]);
}
