import type { Option } from '@tessera/ui/forms';
import { text } from './texts';
import { formatInstant, type Locale } from '@tessera/ui';
import { parseDays, type DayRange } from './day-range';

/** A filter that a list declares; its field is the wire's query parameter. */
export type FilterDef = { field: string; label: string } & (
  | {
      kind: 'choice';
      /** Undefined while they are read. */
      options: readonly Option[] | undefined;
      /** Whether "is not" is offered; it is unless false. */
      negatable?: boolean;
      /** One value at a time. */
      single?: boolean;
    }
  | {
      kind: 'text';
      /** The whole text is meant, not a part of it. */
      exact?: boolean;
    }
  | { kind: 'number'; operator: string }
  | {
      /** Days from … to …, both included, on the reader's clock; sent as instants. */
      kind: 'date';
      /** The wire's parameters; `<field>_from` and `<field>_to` unless named. */
      wire?: { from: string; to: string };
    }
  | {
      /** A moment that a link carries: shown and removed, never typed. */
      kind: 'instant';
      bound: 'from' | 'to';
    }
  | { kind: 'flag'; yes: string; no: string }
);

/** A filter in force. */
export interface FilterValue {
  field: string;
  values: readonly string[];
  not: boolean;
}

/** A filter of a URL or a wire query: comma-joined, a leading `!` excludes. */
export function parseFilter(field: string, given: string): FilterValue {
  const not = given.startsWith('!');
  const values = (not ? given.slice(1) : given).split(',').filter((value) => value !== '');
  return { field, values, not };
}

export const serializeFilter = ({ values, not }: FilterValue): string =>
  `${not ? '!' : ''}${values.join(',')}`;

/** The operator in words. */
export function formatFilterOperator(def: FilterDef, value: FilterValue): string {
  if (def.kind === 'number') return def.operator;
  if (def.kind === 'date') return text(daysOperator(parseDays(value.values[0])));
  if (def.kind === 'instant') return text(def.bound === 'from' ? 'filter.since' : 'filter.before');
  if (def.kind === 'text') return text(def.exact ? 'filter.is' : 'filter.contains');
  return text(value.not ? 'filter.isNot' : 'filter.is');
}

function daysOperator(days: DayRange | null): 'filter.is' | 'filter.on' | 'filter.fromDay' | 'filter.until' {
  if (!days) return 'filter.is';
  if (!days.from) return 'filter.until';
  return days.from === days.to ? 'filter.on' : 'filter.fromDay';
}

/** "20 Nov 2026 to 22 Nov 2026", or the one day that is given. */
function daysWords(days: DayRange, locale?: Locale): string {
  const word = (day: string) =>
    formatInstant(`${day}T12:00:00Z`, { ...locale, timeZone: 'UTC', style: 'date' });
  const given = [...new Set([days.from, days.to].filter(Boolean))].map(word);
  return given.length < 2 ? given.join('') : text('filter.days', { from: given[0]!, to: given[1]! });
}

/** The value in words: labels for choices, and the raw value where the label isn't known. */
export function formatFilterValue(def: FilterDef, { values }: FilterValue, locale?: Locale): string {
  if (def.kind === 'instant') return values.map((value) => formatInstant(value, locale)).join(', ');
  if (def.kind === 'date') {
    const days = parseDays(values[0]);
    return days ? daysWords(days, locale) : values.join(', ');
  }
  if (def.kind === 'flag') return values[0] === 'true' ? def.yes : def.no;
  if (def.kind !== 'choice') return values.join(', ');
  return values
    .map((value) => def.options?.find((option) => option.value === value)?.label ?? value)
    .join(', ');
}
