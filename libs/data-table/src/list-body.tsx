import { Box, Button } from '@mui/material';
import { EmptyState, ErrorAlert } from '@tessera/ui';
import { useTexts } from './texts';
import { DataTable } from './data-table';
import type { DataTableProps } from './data-table-props';
import type { ListPageProps } from './list-page-props';
import { useDelayed } from './use-delayed';

export interface ListBodyProps<Row, Sub> {
  list: ListPageProps<Row, Sub>;
  table: DataTableProps<Row, Sub>;
}

/** The rows, or what stands in their place: skeletons, the first empty, the empty of a filter, an error. */
export function ListBody<Row, Sub>({ list, table }: ListBodyProps<Row, Sub>) {
  const t = useTexts();
  const { rows, error, onRefresh, noun, state, empty, fetching = false, skeletonDelay = 300 } = list;
  const waiting = rows === undefined && !error;
  const late = useDelayed(waiting, skeletonDelay);
  const alert = error ? (
    <Box sx={{ px: { xs: 2, sm: 3 }, py: 1.5 }}>
      <ErrorAlert error={error} onRetry={onRefresh} />
    </Box>
  ) : null;
  if (rows === undefined && error) return alert;
  const nothing = rows !== undefined && rows.length === 0 && !fetching;
  return (
    <>
      {alert}
      {nothing && !error ? (
        state.isFiltered ? (
          <EmptyState action={<Button onClick={state.clearFilters}>{t('list.clearFilters')}</Button>}>
            {t('list.noMatch', { noun })}
          </EmptyState>
        ) : (
          <EmptyState action={empty.action}>{empty.sentence}</EmptyState>
        )
      ) : waiting && !late ? (
        <Box sx={{ flex: 1 }} aria-busy />
      ) : (
        <DataTable {...table} {...(late ? { skeleton: 12 } : {})} />
      )}
    </>
  );
}
