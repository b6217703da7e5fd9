import { Box, Button, useMediaQuery } from '@mui/material';
import { type ReactNode, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { describeError, EmptyState, ErrorAlert, type ErrorInfo, useCommands } from '@tessera/ui';
import { dockedWidth } from '@tessera/ui/panels';
import { BulkBarContext } from './bulk-bar';
import { DataTable } from './data-table';
import { ListHeader, type ListHeaderOptions } from './list-header';
import { Pagination } from './pagination';
import { minTableWidth, useVisibleColumns } from './table-columns';
import { type Column, type DataTableProps, type Density, PreferredDensity } from './table-types';
import { useTexts } from './texts';

/** What a list passes to its table as it is. */
type TableOptions =
  | 'keyOf'
  | 'nameOf'
  | 'selection'
  | 'selectable'
  | 'onOpen'
  | 'openKey'
  | 'rowMenu'
  | 'expand'
  | 'narrow'
  | 'tone'
  | 'versionOf';

export interface ListPageProps<Row, Sub = never>
  extends ListHeaderOptions, Pick<DataTableProps<Row, Sub>, TableOptions> {
  /** What the rows are, in the plural: "tasks". */
  noun: string;
  columns: readonly Column<Row>[];
  /** Undefined until the first response. */
  rows: readonly Row[] | undefined;
  total?: number;
  /** How many of `total` are on this page, where a row shows several of them. */
  shown?: number;
  totalCapped?: boolean;
  error?: ErrorInfo | null;
  /** Shown when there are no rows at all: one sentence and the primary action. */
  empty: { sentence: ReactNode; action?: ReactNode };
  /** The density where neither the URL nor the user's preferences set one; 36 by default. */
  defaultDensity?: Density;
  /** A `BulkBar` with the commands for the selected rows, and their dialogs. */
  bulkBar?: ReactNode;
  /** Offers in the bulk bar to select all matching rows once all loaded rows are selected. */
  canSelectAll?: boolean;
  /** A virtual list in place of pages. */
  scroll?: Required<Pick<DataTableProps<Row, Sub>, 'onEndReached'>> &
    Pick<DataTableProps<Row, Sub>, 'onVisibleRangeChange'>;
  /** Milliseconds until skeleton rows are shown. */
  skeletonDelay?: number;
  /** A `DrawerPanel`, docked at the right. */
  drawer?: ReactNode;
}

interface ListQuery<Row> {
  data: { rows: readonly Row[]; total: number | null; capped: boolean } | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** What a list shows of the query (TanStack's `useQuery`) of its rows. */
export const toListProps = <Row,>({ data, error, isFetching, refetch }: ListQuery<Row>) => ({
  rows: data?.rows,
  total: data?.total ?? undefined,
  totalCapped: data?.capped,
  error: error ? describeError(error) : null,
  fetching: isFetching,
  onRefresh: () => void refetch(),
});

/** Width of the navigation beside a page, in px. */
const NAVIGATION_WIDTH = 240;
/** Below this width, in px, a list shows more with three lines a row than with columns. */
const SQUEEZED_WIDTH = 480;

/** The layout of every list: presets, tools, search, filters, the table with its states, bulk bar, pages, drawer. */
export function ListPage<Row, Sub = never>(props: ListPageProps<Row, Sub>) {
  const { noun, state, columns, rows, total, totalCapped = false, selection, scroll } = props;
  const tableWidth = minTableWidth({
    columns: columns.filter(({ hidden }) => hidden !== true),
    selectable: selection !== undefined,
    expandable: props.expand !== undefined,
    hasMenu: props.rowMenu !== undefined,
  });
  const besideWidth = NAVIGATION_WIDTH + (props.drawer ? dockedWidth : 0);
  const isTight = useMediaQuery(`(max-width: ${tableWidth + besideWidth - 0.05}px)`, { noSsr: true });
  const input = useRef<HTMLInputElement>(null);
  useListCommands(props, input);
  const maxSqueezedWidth = NAVIGATION_WIDTH + dockedWidth + SQUEEZED_WIDTH - 0.05;
  const isSqueezed =
    useMediaQuery(`(min-width: 900px) and (max-width: ${maxSqueezedWidth}px)`, { noSsr: true }) &&
    Boolean(props.drawer);
  const { visible, shown } = useVisibleColumns(columns, state.columns, isTight);
  const preferred = useContext(PreferredDensity);
  const density = state.density ?? preferred ?? props.defaultDensity ?? 36;
  const label = noun.charAt(0).toUpperCase() + noun.slice(1);
  const { keyOf, canSelectAll = false } = props;
  const isVirtual = scroll !== undefined;
  const bulkBarList = useMemo(
    () => selection && { selection, isVirtual, rows, keyOf, total, totalCapped, canSelectAll },
    [selection, isVirtual, rows, keyOf, total, totalCapped, canSelectAll],
  );
  return (
    <Box sx={{ display: 'flex', flex: 1, minHeight: 0, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: 0 }}>
        <ListHeader
          state={state}
          filters={props.filters}
          preloadFilters={props.preloadFilters}
          backend={props.backend}
          live={props.live}
          presets={props.presets}
          above={props.above}
          filterEnd={props.filterEnd}
          searchPlaceholder={props.searchPlaceholder}
          searchWidth={props.searchWidth}
          onRefresh={props.onRefresh}
          fetching={props.fetching}
          isStale={Boolean(props.error) && rows !== undefined}
          columns={columns}
          shown={shown}
          density={density}
          input={input}
        />
        <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, position: 'relative' }}>
          <ListBody
            list={props}
            table={{
              ...props,
              label,
              columns: visible,
              rows: rows ?? [],
              density,
              sort: state.sort,
              onSort: state.setSort,
              virtual: isVirtual,
              squeezed: isSqueezed,
              ...scroll,
              shortcuts: true,
              resetKey: state.query,
              hasBulkBar: props.bulkBar !== undefined,
            }}
          />
          {bulkBarList ? <BulkBarContext value={bulkBarList}>{props.bulkBar}</BulkBarContext> : null}
        </Box>
        {scroll || rows === undefined || rows.length === 0 ? null : (
          <Pagination
            page={state.page}
            pageSize={state.pageSize}
            total={total}
            shown={props.shown ?? rows.length}
            onPage={state.setPage}
            onPageSize={state.setPageSize}
            capped={totalCapped}
          />
        )}
      </Box>
      {props.drawer}
    </Box>
  );
}

interface ListBodyProps<Row, Sub> {
  list: ListPageProps<Row, Sub>;
  table: DataTableProps<Row, Sub>;
}

/** The rows, or what replaces them: skeletons, an empty state, an error. */
function ListBody<Row, Sub>({ list, table }: ListBodyProps<Row, Sub>) {
  const t = useTexts();
  const { rows, error, onRefresh, noun, state, empty, fetching = false, skeletonDelay = 300 } = list;
  const isPending = rows === undefined && !error;
  const isLate = useDelayed(isPending, skeletonDelay);
  const alert = error ? (
    <Box sx={{ px: { xs: 2, sm: 3 }, py: 1.5 }}>
      <ErrorAlert error={error} onRetry={onRefresh} />
    </Box>
  ) : null;
  if (rows === undefined && error) return alert;
  const isEmpty = rows !== undefined && rows.length === 0 && !fetching;
  return (
    <>
      {alert}
      {isEmpty && !error ? (
        state.isFiltered ? (
          <EmptyState action={<Button onClick={state.clearFilters}>{t('list.clearFilters')}</Button>}>
            {t('list.noMatch', { noun })}
          </EmptyState>
        ) : (
          <EmptyState action={empty.action}>{empty.sentence}</EmptyState>
        )
      ) : isPending && !isLate ? (
        <Box sx={{ flex: 1 }} aria-busy />
      ) : (
        <DataTable {...table} {...(isLate ? { skeleton: 12 } : {})} />
      )}
    </>
  );
}

/** Declares the shortcuts of the list: / searches, r refreshes, Escape clears the selection or closes the panel. */
function useListCommands<Row, Sub>(
  { state, selection, onRefresh, searchPlaceholder }: ListPageProps<Row, Sub>,
  search: RefObject<HTMLInputElement | null>,
): void {
  const t = useTexts();
  const group = t('commands.list');
  const escape = () => {
    const selected = selection?.read();
    if (selected && (selected.all || selected.keys.size > 0)) selection?.clear();
    else if (state.open !== null) state.setOpen(null);
  };
  useCommands([
    ...(searchPlaceholder !== null
      ? [{ group, label: t('commands.search'), keys: ['/'], run: () => search.current?.focus() }]
      : []),
    ...(onRefresh ? [{ group, label: t('commands.refresh'), keys: ['r'], run: onRefresh }] : []),
    ...(selection || state.open !== null
      ? [{ group, label: t('commands.escape'), keys: ['Escape'], run: escape }]
      : []),
  ]);
}

/** Returns true once `on` has been true for `delay` ms, so that a quick response shows no indicator at all. */
function useDelayed(on: boolean, delay: number): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setIsLate(true), delay);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [on, delay]);
  return on && (isLate || delay <= 0);
}
