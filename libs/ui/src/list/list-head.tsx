import { Box, Button, useMediaQuery, useTheme } from '@mui/material';
import { SlidersHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import { LiveDot } from '../status/live-dot';
import { useTexts } from '../texts';
import type { Column, Density } from './column';
import { FilterBar } from './filter-bar';
import type { ListPageProps } from './list-page-props';
import { ListRow } from './list-row';
import { ListTools } from './list-tools';
import { ListViews } from './list-views';
import { SearchField } from './search-field';
import { useCsvDownload } from './use-csv-download';
import { useListCommands } from './use-list-commands';
import { useStaleSince } from './use-stale-since';

export interface ListHeadProps<Row, Sub> {
  list: ListPageProps<Row, Sub>;
  columns: readonly Column<Row>[];
  shown: ReadonlySet<string>;
  density: Density;
}

const noFilters = [] as const;

/** Above the rows: views, tools, search and filters; when narrow, search and tools are behind one button. */
export function ListHead<Row, Sub>({ list, columns, shown: columnsShown, density }: ListHeadProps<Row, Sub>) {
  'use memo';
  const t = useTexts();
  const { state, filters = noFilters, live, views, above, filterEnd } = list;
  const { searchPlaceholder = t('list.find') } = list;
  const input = useRef<HTMLInputElement>(null);
  const download = useCsvDownload(list.backend);
  useListCommands(list, input, searchPlaceholder !== null);
  const theme = useTheme();
  const narrow = useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true });
  const [opened, setOpened] = useState(false);
  const tools = (
    <ListTools
      columns={narrow ? [] : columns}
      shown={columnsShown}
      onColumns={state.setColumns}
      density={density}
      onDensity={narrow ? undefined : state.setDensity}
      onExport={download}
      onRefresh={list.onRefresh}
      refreshing={list.fetching ?? false}
    />
  );
  const search =
    searchPlaceholder === null ? null : (
      <SearchField
        value={state.search}
        onSearch={state.setSearch}
        placeholder={searchPlaceholder}
        inputRef={input}
        {...(narrow ? { width: '100%' } : list.searchWidth ? { width: list.searchWidth } : {})}
      />
    );
  const saved = list.backend ? <ListViews saved={list.backend.saved} state={state} /> : null;
  const staleSince = useStaleSince(Boolean(list.problem) && list.rows !== undefined);
  const shown = live ?? (staleSince === null ? undefined : { state: 'stale' as const, since: staleSince });
  const dot = shown && shown.state !== 'live' ? <LiveDot {...shown} /> : null;
  const count = state.filters.length + (state.search === '' ? 0 : 1);
  return (
    <>
      {views ? (
        <ListRow line sx={{ gap: 2, minHeight: 34 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>{views}</Box>
          {narrow ? null : tools}
        </ListRow>
      ) : null}
      {above}
      {narrow ? (
        <>
          <ListRow line sx={{ gap: 0.75, minHeight: 48, overflowX: 'auto' }}>
            <Button
              aria-label={t('list.searchAndTools')}
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
              startIcon={<SlidersHorizontal size={16} strokeWidth={1.75} aria-hidden />}
              sx={{ flex: 'none', px: 1, ...(count === 0 ? { '& .MuiButton-startIcon': { m: 0 } } : {}) }}
            >
              {count > 0 ? count : null}
            </Button>
            <FilterBar defs={filters} state={state} />
            {dot}
          </ListRow>
          {opened ? (
            <ListRow line sx={{ gap: 1 }}>
              {search}
              <Box sx={{ flex: 1 }} />
              {filterEnd}
              {saved}
              {tools}
            </ListRow>
          ) : null}
        </>
      ) : (
        <ListRow sx={{ gap: 1, py: '6px', flexWrap: 'wrap' }}>
          {search}
          <FilterBar defs={filters} state={state} />
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ml: 'auto' }}>
            {dot}
            {filterEnd}
            {saved}
            {views ? null : tools}
          </Box>
        </ListRow>
      )}
    </>
  );
}
