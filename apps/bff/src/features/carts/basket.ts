import { invalid } from '../../platform/errors/problem';

/** The addresses that a site goes by. */
export interface SiteAddresses {
  url: string;
  ticket_url: string | null;
}

/** 400 VALIDATION unless a basket, where there is one, is at the site's own host (contract section 2). */
export function checkBasket(basket: string | null | undefined, site: SiteAddresses): void {
  if (!basket) return;
  const host = hostOf(basket);
  if (host && [site.url, site.ticket_url].some((address) => address && hostOf(address) === host)) return;
  throw invalid([{ field: 'basket', message: "basket must be an address at the site's own host" }]);
}

function hostOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && /^https?:$/.test(url.protocol) ? url.host : null;
}
