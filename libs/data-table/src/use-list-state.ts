import { useMemo } from 'react';
import type { Density, Sort } from './column';
import { useLocale } from '@tessera/ui';
import { serializeFilter, type FilterDef, type FilterValue } from './filters';
import { addPeriods, dateFields } from './date-params';
import {
  param,
  parseDensity,
  parseFilters,
  parseSort,
  parsePositiveInteger,
  serializeSort,
  pickViewParams,
} from './list-params';

/** As react-router's `useSearchParams()` answers. */
export type SearchParams = readonly [
  URLSearchParams,
  (change: (before: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => void,
];

export interface ListStateOptions {
  filters?: readonly FilterDef[];
  /** As on the wire: "-created_at". */
  sort?: string;
  pageSize?: number;
  /** A virtual list has no pages: `query` then holds neither page nor page size. */
  paged?: boolean;
  /** Names of further query parameters of the page that belong to a saved view: a preset's `show`. */
  extra?: readonly string[];
}

/** What a list shows, read from the URL, and how to change it. A change of what is asked returns to page 1. */
export interface ListState {
  page: number;
  pageSize: number;
  sort: Sort | null;
  search: string;
  filters: readonly FilterValue[];
  /** Ids of the columns shown; null: the defaults. */
  columns: readonly string[] | null;
  /** Null: the reader's own. */
  density: Density | null;
  /** The row open in the drawer. */
  open: string | null;
  /** The saved view that was chosen, by id; what it holds may have been changed since. */
  view: number | null;
  /** The query parameters that a saved view holds, as they stand in the URL; empty: the list as it comes. */
  viewQuery: Readonly<Record<string, string>>;
  /** Whether a search or a filter is in force. */
  isFiltered: boolean;
  /** The wire's query: page, page_size, sort, q, filters. Stable while the same is asked, whatever else the URL says. */
  query: Readonly<Record<string, string>>;
  setPage: (page: number) => void;
  setPageSize: (size: number) => void;
  setSort: (sort: Sort | null) => void;
  setSearch: (text: string) => void;
  setFilter: (filter: FilterValue) => void;
  removeFilter: (field: string) => void;
  clearFilters: () => void;
  setColumns: (ids: readonly string[] | null) => void;
  setDensity: (density: Density) => void;
  setOpen: (key: string | number | null) => void;
  /** Shows a saved view, on page 1; without an id the list as it comes. `replace` leaves no step to go back to. */
  setView: (id: number | null, query: Readonly<Record<string, string>>, replace?: boolean) => void;
}

/** Keeps a list's page, page size, sort, search, filters, columns, density and open row in the query string. */
export function useListState([params, setParams]: SearchParams, options: ListStateOptions = {}): ListState {
  const { filters: defs = [], sort: defaultSort = null, pageSize: defaultSize = 20, paged = true } = options;
  const fields = defs.map((def) => def.field).join(',');
  const dates = dateFields(defs);
  const { timeZone } = useLocale();
  const own = [...Object.values(param), ...(options.extra ?? []), ...(fields ? [fields] : [])].join(',');
  const read = useMemo(() => {
    const filters = parseFilters(params, new Set(fields.split(',')));
    const page = parsePositiveInteger(params.get(param.page), 1);
    const pageSize = Math.min(200, parsePositiveInteger(params.get(param.pageSize), defaultSize));
    const sort = params.get(param.sort) ?? defaultSort;
    const search = params.get(param.search) ?? '';
    const query: Record<string, string> = {
      ...(paged ? { page: String(page), page_size: String(pageSize) } : {}),
      ...(sort ? { sort } : {}),
      ...(search ? { q: search } : {}),
      ...Object.fromEntries(filters.map((filter) => [filter.field, serializeFilter(filter)])),
    };
    addPeriods(query, filters, dates, timeZone);
    return {
      page,
      pageSize,
      sort: parseSort(sort),
      search,
      filters,
      columns: params.get(param.columns)?.split(',') ?? null,
      density: parseDensity(params.get(param.density)),
      open: params.get(param.open),
      view: parsePositiveInteger(params.get(param.view), 0) || null,
      viewQuery: pickViewParams(params, new Set(own.split(','))),
      isFiltered: search !== '' || filters.length > 0,
      query,
    };
  }, [params, fields, dates, timeZone, own, defaultSize, defaultSort, paged]);
  const asked = JSON.stringify(read.query);
  const query = useMemo(() => JSON.parse(asked) as ListState['query'], [asked]);

  return useMemo(() => {
    const change = (entries: Readonly<Record<string, string | null>>, replace = false) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(entries)) {
            if (value === null) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace },
      );
    const first = { [param.page]: null };
    return {
      ...read,
      query,
      setPage: (page) => change({ [param.page]: page > 1 ? String(page) : null }),
      setPageSize: (size) =>
        change({ [param.pageSize]: size === defaultSize ? null : String(size), ...first }),
      setSort: (sort) => change({ [param.sort]: sort ? serializeSort(sort) : null, ...first }),
      setSearch: (text) => change({ [param.search]: text || null, ...first }, true),
      setFilter: (filter) =>
        change({ [filter.field]: filter.values.length ? serializeFilter(filter) : null, ...first }),
      removeFilter: (field) => change({ [field]: null, ...first }),
      clearFilters: () =>
        change({
          ...Object.fromEntries(fields.split(',').map((field) => [field, null])),
          [param.search]: null,
          ...first,
        }),
      setColumns: (ids) => change({ [param.columns]: ids ? ids.join(',') : null }, true),
      setDensity: (density) => change({ [param.density]: String(density) }, true),
      setOpen: (key) => change({ [param.open]: key === null ? null : String(key) }),
      setView: (id, query, replace) =>
        change(
          {
            ...Object.fromEntries(own.split(',').map((name) => [name, null])),
            ...query,
            [param.view]: id === null ? null : String(id),
          },
          replace,
        ),
    } satisfies ListState;
  }, [read, query, setParams, defaultSize, fields, own]);
}
