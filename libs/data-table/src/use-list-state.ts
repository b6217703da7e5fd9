import { useMemo } from 'react';
import { useLocale } from '@tessera/ui';
import {
  type FilterDef,
  filtersToQuery,
  type FilterValue,
  parseFilter,
  serializeDateFields,
  serializeFilter,
} from './filters';
import type { Density, Sort } from './table-types';

/** The result of react-router's `useSearchParams()`. */
export type SearchParams = readonly [
  URLSearchParams,
  (change: (before: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => void,
];

interface ListStateOptions {
  filters?: readonly FilterDef[];
  /** The default order, as in the API: "-created_at". */
  sort?: string;
  pageSize?: number;
  /** False for a virtual list: `query` then has neither page nor page size. */
  paged?: boolean;
  /** Other query parameters of the page that belong to a saved view: a preset's `show`. */
  extra?: readonly string[];
}

/** The state of a list, read from the URL, and its setters. A change of the query returns to page 1. */
export interface ListState {
  page: number;
  pageSize: number;
  sort: Sort | null;
  search: string;
  filters: readonly FilterValue[];
  /** Ids of the columns shown; null: the defaults. */
  columns: readonly string[] | null;
  /** Null: the user's preference. */
  density: Density | null;
  /** The key of the row that is open in the drawer. */
  open: string | null;
  /** The id of the chosen saved view; the state may have been changed since. */
  view: number | null;
  /** The query parameters that a saved view stores, as in the URL; empty: the default state. */
  viewQuery: Readonly<Record<string, string>>;
  /** Whether a search or a filter is active. */
  isFiltered: boolean;
  /** The API's query: page, page_size, sort, q, filters. Its identity is stable while it doesn't change. */
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
  /** Applies a saved view, or the default state without an id. `replace` adds no entry to the browser's history. */
  setView: (id: number | null, query: Readonly<Record<string, string>>, replace?: boolean) => void;
}

/** Keeps a list's page, page size, sort, search, filters, columns, density and open row in the query string. */
export function useListState([params, setParams]: SearchParams, options: ListStateOptions = {}): ListState {
  const { filters: defs = [], sort: defaultSort = null, pageSize: defaultSize = 20, paged = true } = options;
  const fields = defs.map((def) => def.field).join(',');
  const dateFields = serializeDateFields(defs);
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
      ...filtersToQuery(filters, dateFields, timeZone),
    };
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
  }, [params, fields, dateFields, timeZone, own, defaultSize, defaultSort, paged]);
  const serializedQuery = JSON.stringify(read.query);
  const query = useMemo(() => JSON.parse(serializedQuery) as ListState['query'], [serializedQuery]);

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
    const firstPage = { [param.page]: null };
    return {
      ...read,
      query,
      setPage: (page) => change({ [param.page]: page > 1 ? String(page) : null }),
      setPageSize: (size) =>
        change({ [param.pageSize]: size === defaultSize ? null : String(size), ...firstPage }),
      setSort: (sort) => change({ [param.sort]: sort ? serializeSort(sort) : null, ...firstPage }),
      setSearch: (text) => change({ [param.search]: text || null, ...firstPage }, true),
      setFilter: (filter) =>
        change({ [filter.field]: filter.values.length ? serializeFilter(filter) : null, ...firstPage }),
      removeFilter: (field) => change({ [field]: null, ...firstPage }),
      clearFilters: () =>
        change({
          ...Object.fromEntries(fields.split(',').map((field) => [field, null])),
          [param.search]: null,
          ...firstPage,
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

export const pageSizes = [10, 20, 50, 100] as const;

/** Names of the query parameters of a list. */
const param = {
  page: 'page',
  pageSize: 'page_size',
  sort: 'sort',
  search: 'q',
  columns: 'columns',
  density: 'density',
  open: 'open',
  view: 'view',
} as const;

const parseSort = (text: string | null): Sort | null =>
  text ? { key: text.replace(/^-/, ''), descending: text.startsWith('-') } : null;

const serializeSort = ({ key, descending }: Sort): string => `${descending ? '-' : ''}${key}`;

/** Parses a positive integer; returns the fallback for anything else, so that a broken link still shows a list. */
function parsePositiveInteger(text: string | null, fallback: number): number {
  const value = Number(text);
  return text !== null && Number.isInteger(value) && value >= 1 ? value : fallback;
}

function parseDensity(text: string | null): Density | null {
  const value = Number(text);
  return value === 28 || value === 36 || value === 44 ? value : null;
}

/** Parses the declared filters of a query string, in the order in which they were set. */
function parseFilters(params: URLSearchParams, fields: ReadonlySet<string>): FilterValue[] {
  return [...params]
    .filter(([field]) => fields.has(field))
    .map(([field, text]) => parseFilter(field, text))
    .filter(({ values }) => values.length > 0);
}

/** Parameters that a saved view doesn't store. */
const transientParams: ReadonlySet<string> = new Set([param.page, param.open, param.view]);

/** Picks the query parameters that a saved view stores from the list's own. */
function pickViewParams(params: URLSearchParams, own: ReadonlySet<string>): Record<string, string> {
  const names = [...new Set(params.keys())].filter((name) => own.has(name) && !transientParams.has(name));
  return Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']));
}

/** Whether two views have the same parameters, in any order. */
export function isSameView(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
