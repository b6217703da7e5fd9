import { queryOptions } from '@tanstack/react-query';
import { budgetsListMonth, budgetsReadMonth, keysOf } from '@tessera/api';
import { saveFile } from '@tessera/data-table/list-page';

/** A month of a realm; this month and the user's own realm by default. */
export interface MonthQuery {
  month?: string;
  realm_id?: number;
}

/** What was spent in a month. As budgets, it is fetched again when seats are held, expire or are purchased. */
export const monthReportQuery = (query: MonthQuery) =>
  queryOptions({
    queryKey: [...keysOf('budgets').all(), 'month', query],
    queryFn: async ({ signal }) => (await budgetsReadMonth({ query, signal })).data,
  });

/** Saves the rows of a month as CSV. */
export async function downloadMonth(query: MonthQuery): Promise<void> {
  const { data } = await budgetsListMonth({ query, headers: { Accept: 'text/csv' }, parseAs: 'text' });
  // The document has the type of the rows in JSON.
  const csv = data as unknown as string;
  saveFile(new Blob([csv], { type: 'text/csv' }), `month-spending-${query.month ?? 'now'}.csv`);
}
