import type { Option } from '../form/plain-select';
import { text } from '../texts';
import { formatInstant } from '../time/format';
import type { Locale } from '../time/locale';

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
  | { kind: 'date'; operator: string }
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

/** A filter of a URL or a wire query: comma-joined, a leading `!` excludes (contract section 1). */
export function parseFilter(field: string, given: string): FilterValue {
  const not = given.startsWith('!');
  const values = (not ? given.slice(1) : given).split(',').filter((value) => value !== '');
  return { field, values, not };
}

export const serializeFilter = ({ values, not }: FilterValue): string =>
  `${not ? '!' : ''}${values.join(',')}`;

/** The operator in words. */
export function filterOperator(def: FilterDef, value: FilterValue): string {
  if (def.kind === 'number' || def.kind === 'date') return def.operator;
  if (def.kind === 'instant') return text(def.bound === 'from' ? 'filter.since' : 'filter.before');
  if (def.kind === 'text') return text(def.exact ? 'filter.is' : 'filter.contains');
  return text(value.not ? 'filter.isNot' : 'filter.is');
}

/** The value in words: labels for choices, and the raw value where the label isn't known. */
export function filterWords(def: FilterDef, { values }: FilterValue, locale?: Locale): string {
  if (def.kind === 'instant') return values.map((value) => formatInstant(value, locale)).join(', ');
  if (def.kind === 'flag') return values[0] === 'true' ? def.yes : def.no;
  if (def.kind !== 'choice') return values.join(', ');
  return values
    .map((value) => def.options?.find((option) => option.value === value)?.label ?? value)
    .join(', ');
}
