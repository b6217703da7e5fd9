import { Box, Button, useMediaQuery, useTheme } from '@mui/material';
import { SlidersHorizontal } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { LiveDot } from '@tessera/ui';
import { useTexts } from './texts';
import type { Column, Density } from './column';
import { FilterBar } from './filter-bar';
import type { ListPageProps } from './list-page-props';
import { ListRow } from './list-row';
import { ListToolbar } from './list-toolbar';
import { ListViews } from './list-views';
import { SearchField } from './search-field';
import { useCsvDownload } from './use-csv-download';
import type { ListState } from './use-list-state';
import { useStaleSince } from './use-stale-since';

type FromPage =
  | 'state'
  | 'filters'
  | 'preloadFilters'
  | 'backend'
  | 'live'
  | 'presets'
  | 'above'
  | 'filterEnd'
  | 'searchPlaceholder'
  | 'searchWidth'
  | 'onRefresh'
  | 'fetching';

/** What of a list is above its rows. Each is asked for by itself, so that rows that change leave the head as it is. */
export type ListHeaderProps<Row> = {
  [Key in FromPage]: ListPageProps<Row>[Key] | undefined;
} & {
  state: ListState;
  columns: readonly Column<Row>[];
  shown: ReadonlySet<string>;
  density: Density;
  /** There are rows, but they could not be read again. */
  stale: boolean;
  /** The search field. */
  input: RefObject<HTMLInputElement | null>;
};

const noFilters = [] as const;

/** Above the rows: views, tools, search and filters; when narrow, search and tools are behind one button. */
export function ListHeader<Row>(props: ListHeaderProps<Row>) {
  const t = useTexts();
  const {
    state,
    filters = noFilters,
    backend,
    live,
    presets,
    above,
    filterEnd,
    columns,
    density,
    input,
  } = props;
  const { searchPlaceholder = t('list.find'), searchWidth } = props;
  const download = useCsvDownload(backend);
  const theme = useTheme();
  const narrow = useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true });
  const [opened, setOpened] = useState(false);
  const tools = (
    <ListToolbar
      columns={narrow ? [] : columns}
      shown={props.shown}
      onColumns={state.setColumns}
      density={density}
      onDensity={narrow ? undefined : state.setDensity}
      onExport={download}
      onRefresh={props.onRefresh}
      refreshing={props.fetching ?? false}
    />
  );
  const search =
    searchPlaceholder === null ? null : (
      <SearchField
        value={state.search}
        onSearch={state.setSearch}
        placeholder={searchPlaceholder}
        inputRef={input}
        {...(narrow ? { width: '100%' } : searchWidth ? { width: searchWidth } : {})}
      />
    );
  const saved = backend ? <ListViews saved={backend.saved} state={state} /> : null;
  const staleSince = useStaleSince(props.stale);
  const shown = live ?? (staleSince === null ? undefined : { state: 'stale' as const, since: staleSince });
  const dot = shown && shown.state !== 'live' ? <LiveDot {...shown} /> : null;
  const count = state.filters.length + (state.search === '' ? 0 : 1);
  return (
    <>
      {presets ? (
        <ListRow line sx={{ gap: 2, minHeight: 34 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>{presets}</Box>
          {narrow ? null : tools}
        </ListRow>
      ) : null}
      {above}
      {/* One row at every width: a filter that is being set outlives a turn of the phone. */}
      <ListRow
        {...(narrow
          ? { line: true, sx: { gap: 0.75, minHeight: 48, overflowX: 'auto' } }
          : { sx: { gap: 1, py: '6px', flexWrap: 'wrap' } })}
      >
        {narrow ? (
          <Button
            aria-label={t('list.searchAndTools')}
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
            startIcon={<SlidersHorizontal size={16} strokeWidth={1.75} aria-hidden />}
            sx={{ flex: 'none', px: 1, ...(count === 0 ? { '& .MuiButton-startIcon': { m: 0 } } : {}) }}
          >
            {count > 0 ? count : null}
          </Button>
        ) : (
          search
        )}
        <FilterBar defs={filters} state={state} preload={props.preloadFilters} />
        {narrow ? (
          dot
        ) : (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ml: 'auto' }}>
            {dot}
            {filterEnd}
            {saved}
            {presets ? null : tools}
          </Box>
        )}
      </ListRow>
      {narrow && opened ? (
        <ListRow line sx={{ gap: 1 }}>
          {search}
          <Box sx={{ flex: 1 }} />
          {filterEnd}
          {saved}
          {tools}
        </ListRow>
      ) : null}
    </>
  );
}
