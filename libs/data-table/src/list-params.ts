import type { Density, Sort } from './column';
import { parseFilter, type FilterValue } from './filters';

export const pageSizes = [10, 20, 50, 100] as const;

/** Names of the query parameters; `q` and those below it are no filters. */
export const param = {
  page: 'page',
  pageSize: 'page_size',
  sort: 'sort',
  search: 'q',
  columns: 'columns',
  density: 'density',
  open: 'open',
  view: 'view',
} as const;

export const parseSort = (text: string | null): Sort | null =>
  text ? { key: text.replace(/^-/, ''), descending: text.startsWith('-') } : null;

export const serializeSort = ({ key, descending }: Sort): string => `${descending ? '-' : ''}${key}`;

/** A whole number of at least 1, else the fallback: a broken link still shows a list. */
export function parsePositiveInteger(text: string | null, fallback: number): number {
  const value = Number(text);
  return text !== null && Number.isInteger(value) && value >= 1 ? value : fallback;
}

export function parseDensity(text: string | null): Density | null {
  const value = Number(text);
  return value === 28 || value === 36 || value === 44 ? value : null;
}

/** The declared filters that a query string holds, in the order in which they were set. */
export function parseFilters(params: URLSearchParams, fields: ReadonlySet<string>): FilterValue[] {
  return [...params]
    .filter(([field]) => fields.has(field))
    .map(([field, text]) => parseFilter(field, text))
    .filter(({ values }) => values.length > 0);
}

/** What a saved view doesn't hold: where one is in the list, and which view it is. */
const passing: ReadonlySet<string> = new Set([param.page, param.open, param.view]);

/** The query parameters that make up a list's view, of those that are the list's own. */
export function pickViewParams(params: URLSearchParams, own: ReadonlySet<string>): Record<string, string> {
  const names = [...new Set(params.keys())].filter((name) => own.has(name) && !passing.has(name));
  return Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']));
}

/** Whether two views show the same, whatever the order of their parameters. */
export function isSameView(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
