import { keysOf, ledgerList, pageOf, type LedgerLine, type Page } from '@tessera/api';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

const keys = keysOf('ledger');

/** A page of the ledger; `query` is the list's state from the URL. */
export const ledgerQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<LedgerLine>> => pageOf(await ledgerList({ query, signal })),
    placeholderData: keepPreviousData,
  });
