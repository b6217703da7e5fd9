import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { keysOf, type LedgerLine, ledgerList, ledgerSums, type Page, pageOf } from '@tessera/api';
import { filtersOf } from '../../records/sum-filters';

const keys = keysOf('ledger');

/** A page of the ledger; `query` is the list's state from the URL. */
export const ledgerQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<LedgerLine>> => pageOf(await ledgerList({ query, signal })),
    placeholderData: keepPreviousData,
  });

/** What the list's purchases cost, by currency and event; `query` as of the list, whose paging and order don't matter. */
export const ledgerSumsQuery = (query: Readonly<Record<string, string>>) => {
  const filters = filtersOf(query);
  return queryOptions({
    queryKey: [...keys.all(), 'sums', filters],
    queryFn: async ({ signal }) => (await ledgerSums({ query: filters, signal })).data,
    placeholderData: keepPreviousData,
  });
};
