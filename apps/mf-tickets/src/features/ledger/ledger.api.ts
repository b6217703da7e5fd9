import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { keysOf, type LedgerLine, ledgerList, type Page, pageOf } from '@tessera/api';

const keys = keysOf('ledger');

/** A page of the ledger; `query` is the list's state from the URL. */
export const ledgerQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<LedgerLine>> => pageOf(await ledgerList({ query, signal })),
    placeholderData: keepPreviousData,
  });
