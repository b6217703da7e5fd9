import { Box, Button, styled, useMediaQuery, useTheme } from '@mui/material';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { LiveStatus, type LiveStatusProps, useLocale } from '@tessera/ui';
import { useCsvDownload } from './csv-download';
import { FilterBar } from './filter-bar';
import type { FilterDef } from './filters';
import type { ListBackend } from './list-backend';
import { ListToolbar } from './list-toolbar';
import { SavedViewsControl } from './saved-views';
import { SearchField } from './search-field';
import type { Column, Density } from './table-types';
import { useTexts } from './texts';
import type { ListState } from './use-list-state';

/** What a page passes to the header of its list. */
export interface ListHeaderOptions {
  state: ListState;
  /** Whether a request is pending. */
  fetching?: boolean;
  onRefresh?: () => void;
  /** Saved views and CSV: `useListBackend` of `@tessera/api`. */
  backend?: ListBackend;
  filters?: readonly FilterDef[];
  /** Loads the choices of the filters; called when the pointer or the focus reaches the button that adds one. */
  preloadFilters?: () => void;
  /** Null: no search. */
  searchPlaceholder?: string | null;
  searchWidth?: number;
  /** Presets, as NavTabs; the list's tools are then beside them. */
  presets?: ReactNode;
  /** At the right end of the filters: "Refreshed 12 s ago". */
  filterEnd?: ReactNode;
  /** Between the presets and the filters: the cart's totals. */
  above?: ReactNode;
  /** Shown unless it is `live`; rows that could not be refetched are marked as stale without it. */
  live?: LiveStatusProps;
}

/** Each option is a prop of its own, so that the header doesn't depend on the rows. */
type ListHeaderProps<Row> = {
  [Key in keyof ListHeaderOptions]: ListHeaderOptions[Key] | undefined;
} & {
  state: ListState;
  columns: readonly Column<Row>[];
  shown: ReadonlySet<string>;
  density: Density;
  /** Whether the rows could not be refetched. */
  isStale: boolean;
  /** The search field. */
  input: RefObject<HTMLInputElement | null>;
};

const noFilters = [] as const;

/** Above the rows: presets, tools, search and filters; on a narrow screen one button shows search and tools. */
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
  const isNarrow = useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true });
  const [isOpen, setIsOpen] = useState(false);
  const tools = (
    <ListToolbar
      columns={isNarrow ? [] : columns}
      shown={props.shown}
      onColumns={state.setColumns}
      density={density}
      onDensity={isNarrow ? undefined : state.setDensity}
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
        {...(isNarrow ? { width: '100%' } : searchWidth ? { width: searchWidth } : {})}
      />
    );
  const saved = backend ? <SavedViewsControl saved={backend.saved} state={state} /> : null;
  const staleSince = useStaleSince(props.isStale);
  const liveState =
    live ?? (staleSince === null ? undefined : { state: 'stale' as const, since: staleSince });
  const dot = liveState && liveState.state !== 'live' ? <LiveStatus {...liveState} /> : null;
  const count = state.filters.length + (state.search === '' ? 0 : 1);
  return (
    <>
      {presets ? (
        <HeaderRow line sx={{ gap: 2, minHeight: 34 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>{presets}</Box>
          {isNarrow ? null : tools}
        </HeaderRow>
      ) : null}
      {above}
      {/* The same element at every width: an open filter survives the rotation of a phone. */}
      <HeaderRow
        {...(isNarrow
          ? { line: true, sx: { gap: 0.75, minHeight: 48, overflowX: 'auto' } }
          : { sx: { gap: 1, py: '6px', flexWrap: 'wrap' } })}
      >
        {isNarrow ? (
          <Button
            aria-label={t('list.searchAndTools')}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            startIcon={<SlidersHorizontal size={16} strokeWidth={1.75} aria-hidden />}
            sx={{ flex: 'none', px: 1, '& .MuiButton-startIcon': count === 0 ? { m: 0 } : undefined }}
          >
            {count > 0 ? count : null}
          </Button>
        ) : (
          search
        )}
        <FilterBar defs={filters} state={state} preload={props.preloadFilters} />
        {isNarrow ? (
          dot
        ) : (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ml: 'auto' }}>
            {dot}
            {filterEnd}
            {saved}
            {presets ? null : tools}
          </Box>
        )}
      </HeaderRow>
      {isNarrow && isOpen ? (
        <HeaderRow line sx={{ gap: 1 }}>
          {search}
          <Box sx={{ flex: 1 }} />
          {filterEnd}
          {saved}
          {tools}
        </HeaderRow>
      ) : null}
    </>
  );
}

/** One line of a list's header; `line` draws a border below it. */
const HeaderRow = styled('div', { shouldForwardProp: (name) => name !== 'line' && name !== 'sx' })<{
  line?: boolean;
}>(({ theme: { vars, breakpoints }, line }) => ({
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  minHeight: 40,
  padding: '0 24px',
  borderBottom: line ? `1px solid ${vars.palette.line.main}` : undefined,
  [breakpoints.down('sm')]: { padding: '0 16px' },
}));

/** Returns since when rows could not be refetched, in epoch milliseconds; null while they are up to date. */
function useStaleSince(isStale: boolean): number | null {
  const { now } = useLocale();
  const [since, setSince] = useState<number | null>(null);
  if (isStale && since === null) setSince(now());
  if (!isStale && since !== null) setSince(null);
  return isStale ? since : null;
}
