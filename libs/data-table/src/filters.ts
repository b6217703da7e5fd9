import { formatInstant, type Locale } from '@tessera/ui';
import type { Option } from '@tessera/ui/forms';
import { dayBounds, isDay } from '@tessera/ui/panels';
import { translate } from './texts';

/** A filter that a list declares; its field is the API's query parameter. */
export type FilterDef = { field: string; label: string } & (
  | {
      kind: 'choice';
      /** Undefined while they are loading. */
      options: readonly Option[] | undefined;
      /** Whether "is not" is offered; true by default. */
      negatable?: boolean;
      /** One value at a time. */
      single?: boolean;
    }
  | {
      kind: 'text';
      /** Compares the whole text instead of a part of it. */
      exact?: boolean;
      /** The value as it is shown. */
      format?: (value: string) => string;
    }
  /** At least a whole number. */
  | { kind: 'number' }
  | {
      /** A range of days, both included, in the user's time zone; sent as instants. */
      kind: 'date';
      /** The API's query parameters; `<field>_from` and `<field>_to` by default. */
      params?: { from: string; to: string };
    }
  | {
      /** An instant that a link sets: it can be removed, but not edited. */
      kind: 'instant';
      bound: 'from' | 'to';
    }
  | { kind: 'flag'; yes: string; no: string }
);

/** An active filter. */
export interface FilterValue {
  field: string;
  values: readonly string[];
  not: boolean;
}

/** Parses a filter of a query string: values are joined by commas, a leading `!` negates. */
export function parseFilter(field: string, text: string): FilterValue {
  const not = text.startsWith('!');
  const values = (not ? text.slice(1) : text).split(',').filter((value) => value !== '');
  return { field, values, not };
}

export const serializeFilter = ({ values, not }: FilterValue): string =>
  `${not ? '!' : ''}${values.join(',')}`;

/** The operator as a text: "is not". */
export function formatFilterOperator(def: FilterDef, value: FilterValue): string {
  if (def.kind === 'number') return translate('filter.atLeast');
  if (def.kind === 'date') return translate(dayRangeOperator(parseDays(value.values[0])));
  if (def.kind === 'instant') return translate(def.bound === 'from' ? 'filter.since' : 'filter.before');
  if (def.kind === 'text') return translate(def.exact ? 'filter.is' : 'filter.contains');
  return translate(value.not ? 'filter.isNot' : 'filter.is');
}

function dayRangeOperator(
  days: DayRange | null,
): 'filter.is' | 'filter.on' | 'filter.fromDay' | 'filter.until' {
  if (!days) return 'filter.is';
  if (!days.from) return 'filter.until';
  return days.from === days.to ? 'filter.on' : 'filter.fromDay';
}

/** Formats a range as "20 Nov 2026 to 22 Nov 2026", or as one day. */
function formatDayRange(days: DayRange, locale?: Locale): string {
  const formatDay = (day: string) =>
    formatInstant(`${day}T12:00:00Z`, { ...locale, timeZone: 'UTC', style: 'date' });
  const [from = '', to] = [...new Set([days.from, days.to].filter(Boolean))].map(formatDay);
  return to === undefined ? from : translate('filter.days', { from, to });
}

/** The value as a text: labels for choices, or the raw value where the label is unknown. */
export function formatFilterValue(def: FilterDef, { values }: FilterValue, locale?: Locale): string {
  if (def.kind === 'instant') return values.map((value) => formatInstant(value, locale)).join(', ');
  if (def.kind === 'date') {
    const days = parseDays(values[0]);
    return days ? formatDayRange(days, locale) : values.join(', ');
  }
  if (def.kind === 'text') {
    const text = values.join(',');
    return def.format?.(text) ?? text;
  }
  if (def.kind === 'flag') return values[0] === 'true' ? def.yes : def.no;
  if (def.kind !== 'choice') return values.join(', ');
  return values
    .map((value) => def.options?.find((option) => option.value === value)?.label ?? value)
    .join(', ');
}

/** The days of a date filter, both included; an empty string leaves that side open. */
export interface DayRange {
  from: string;
  to: string;
}

/** Parses the days in a URL: "2026-11-20..2026-11-22", "2026-11-20..", "..2026-11-22"; null for anything else. */
export function parseDays(text: string | undefined): DayRange | null {
  const [from = '', to, ...more] = (text ?? '').split('..');
  if (to === undefined || more.length > 0 || from + to === '') return null;
  return [from, to].every((day) => day === '' || isDay(day)) ? { from, to } : null;
}

export const serializeDays = ({ from, to }: DayRange): string => (from || to ? `${from}..${to}` : '');

/** Returns the start of the first day and the end of the last one in a time zone, as instants. */
export function dayRangeInstants({ from, to }: DayRange, timeZone?: string): { from?: string; to?: string } {
  return {
    from: from ? dayBounds(from, timeZone).start : undefined,
    to: to ? dayBounds(to, timeZone).end : undefined,
  };
}

/**
 * The date filters of a list with the names of their query parameters, as one string, which is stable for `useMemo`:
 * "created:created_from:created_to".
 */
export const serializeDateFields = (defs: readonly FilterDef[]): string =>
  defs
    .flatMap((def) => {
      if (def.kind !== 'date') return [];
      const { from, to } = def.params ?? { from: `${def.field}_from`, to: `${def.field}_to` };
      return `${def.field}:${from}:${to}`;
    })
    .join(',');

/** The query parameters of filters; those of a date filter are instants, unless a link's instant is narrower. */
export function filtersToQuery(
  filters: readonly FilterValue[],
  dateFields: string,
  timeZone: string | undefined,
): Record<string, string> {
  const dateParams = new Map(
    dateFields.split(',').map((entry) => {
      const [field = '', from = '', to = ''] = entry.split(':');
      return [field, { from, to }] as const;
    }),
  );
  const query = Object.fromEntries(
    filters
      .filter(({ field }) => !dateParams.has(field))
      .map((filter) => [filter.field, serializeFilter(filter)]),
  );
  const isNarrower = (name: string, sign: 1 | -1, instant: string): boolean =>
    query[name] === undefined || sign * (Date.parse(instant) - Date.parse(query[name])) > 0;
  for (const { field, values } of filters) {
    const params = dateParams.get(field);
    const days = parseDays(values[0]);
    if (!params || !days) continue;
    const { from, to } = dayRangeInstants(days, timeZone);
    if (from && isNarrower(params.from, 1, from)) query[params.from] = from;
    if (to && isNarrower(params.to, -1, to)) query[params.to] = to;
  }
  return query;
}
