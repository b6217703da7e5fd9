import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ifMatch,
  keysOf,
  type PriceListDto,
  type PriceListInput,
  pricesOfEvent,
  pricesOfSite,
  pricesProposalOfEvent,
  pricesProposalOfSite,
  pricesReplaceOfEvent,
  pricesReplaceOfSite,
} from '@tessera/api';

/** Whose prices they are. */
export type PricesOf = 'site' | 'event';
/** A price list with the id of its site or event. */
export type PriceList = PriceListDto & { id: number };

const keys = keysOf('prices');
const routes = {
  site: { read: pricesOfSite, propose: pricesProposalOfSite, replace: pricesReplaceOfSite },
  event: { read: pricesOfEvent, propose: pricesProposalOfEvent, replace: pricesReplaceOfEvent },
};

/** Fetches a price list with its ETag. */
export const fetchPrices = (of: PricesOf) => async (id: number) => {
  const { data, response } = await routes[of].read({ path: { id } });
  return { data: { ...data, id }, response };
};

/** The price list of a site or an event; without ranges there is none. */
export const pricesQuery = (of: PricesOf, id: number) =>
  queryOptions({
    queryKey: keys.list({ of, id }),
    queryFn: async ({ signal }) => (await routes[of].read({ path: { id }, signal })).data,
  });

/** The prices that workers saw. */
export const proposalQuery = (of: PricesOf, id: number) =>
  queryOptions({
    queryKey: keys.list({ of, id, proposal: true }),
    queryFn: async ({ signal }) => (await routes[of].propose({ path: { id }, signal })).data,
  });

/** Replaces a price list; without ranges it is removed. */
export function useReplacePrices(of: PricesOf) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body, etag }: { id: number; body: PriceListInput; etag: string | null }) =>
      routes[of].replace({ path: { id }, body, ...ifMatch(etag) }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all() }),
  });
}
