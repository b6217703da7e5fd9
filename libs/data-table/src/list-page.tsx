import { Box, useMediaQuery } from '@mui/material';
import { useContext, useDeferredValue, useMemo, useRef } from 'react';
import { formatCount } from '@tessera/ui';
import { dockedWidth } from '@tessera/ui/panels';
import { useTexts } from './texts';
import { BulkBar } from './bulk-bar';
import { ListBody } from './list-body';
import { ListHeader } from './list-header';
import type { ListPageProps } from './list-page-props';
import { Pagination } from './pagination';
import { ReaderDensity } from './reader-density';
import { minTableWidth } from './table-columns';
import { useListCommands } from './use-list-commands';
import { loadedSelection } from './use-selection';
import { useVisibleColumns } from './use-visible-columns';

/** Px that the navigation takes beside a page. */
const navigation = 240;
/** Px of a list that shows more with three lines a row than with columns. */
const squeezedWidth = 480;

/** The frame of every list: views, tools, search, filters, the table with its states, bulk bar, pages, drawer. */
export function ListPage<Row, Sub = never>(props: ListPageProps<Row, Sub>) {
  const t = useTexts();
  const { noun, state, columns, rows, total, totalCapped = false, selection, scroll } = props;
  const wanted = minTableWidth({
    columns: columns.filter(({ hidden }) => hidden !== true),
    selectable: selection !== undefined,
    expandable: props.expand !== undefined,
    hasMenu: props.rowMenu !== undefined,
  });
  const beside = navigation + (props.drawer ? dockedWidth : 0);
  const tight = useMediaQuery(`(max-width: ${wanted + beside - 0.05}px)`, { noSsr: true });
  const input = useRef<HTMLInputElement>(null);
  useListCommands(props, input, props.searchPlaceholder !== null);
  const docked = `(min-width: 900px) and (max-width: ${navigation + dockedWidth + squeezedWidth - 0.05}px)`;
  const squeezed = useMediaQuery(docked, { noSsr: true }) && Boolean(props.drawer);
  const { visible, shown } = useVisibleColumns(columns, state.columns, tight);
  const preferred = useContext(ReaderDensity);
  const density = state.density ?? preferred ?? props.defaultDensity ?? 36;
  const label = noun.charAt(0).toUpperCase() + noun.slice(1);
  const selected = selection ? (selection.all ? (total ?? selection.keys.size) : selection.keys.size) : 0;
  const { keyOf } = props;
  // The row says at once that it is selected; what can be done with it comes with a later frame.
  const counted = useDeferredValue(selection?.keys);
  const allShown = useMemo(
    () => rows !== undefined && loadedSelection(rows, keyOf, counted) === 'all',
    [rows, keyOf, counted],
  );
  // Rows that were selected are among the loaded ones, unless a change took them out of the view.
  const hidden = useMemo(
    () =>
      scroll === undefined || rows === undefined || counted === undefined || selection?.all
        ? 0
        : counted.size - rows.filter((row) => counted.has(keyOf(row))).length,
    [scroll, rows, counted, selection?.all, keyOf],
  );
  // A count that stopped says nothing of how many are left.
  const areMore = total !== undefined && (totalCapped || total > selected);
  const canSelectAll = props.canSelectAll && allShown && !selection?.all && areMore;
  const bulkBar = useDeferredValue(
    selection && props.bulk && selected > 0 ? (
      <BulkBar
        summary={
          props.bulkSummary ??
          t('selection.selected', { number: formatCount(selected, selection.all && totalCapped) })
        }
        second={
          props.bulkDetail ??
          (hidden > 0
            ? t('selection.hidden', { number: formatCount(hidden) })
            : total === undefined
              ? undefined
              : t('selection.of', { number: formatCount(total, totalCapped) }))
        }
        size={selected}
        actions={props.bulk}
        onClear={selection.clear}
        {...(canSelectAll
          ? { selectAll: { count: total, capped: totalCapped, onSelect: selection.selectAll } }
          : {})}
      />
    ) : null,
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
          stale={Boolean(props.error) && rows !== undefined}
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
              virtual: scroll !== undefined,
              squeezed,
              ...scroll,
              shortcuts: true,
              resetKey: state.query,
              padBottom: bulkBar ? 76 : 0,
            }}
          />
          {bulkBar}
        </Box>
        {scroll || rows === undefined || rows.length === 0 ? null : (
          <Pagination
            page={state.page}
            pageSize={state.pageSize}
            total={total}
            shown={rows.length}
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
