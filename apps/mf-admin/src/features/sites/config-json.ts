import { toPairs } from '@tessera/ui/forms';
import type { AdminTexts } from '../../texts';
import { toWire, type ConfigValues } from './config-values';

type Wire = ReturnType<typeof toWire>;

/** Formats the configuration as JSON for editing, without `login_js`, which is read-only. */
export const formatConfig = (values: ConfigValues): string => JSON.stringify(toWire(values), null, 2);

type JsonType = 'null' | 'list' | 'map' | 'string' | 'number' | 'boolean';

const typeOf = (value: unknown): JsonType =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'list'
      : typeof value === 'object'
        ? 'map'
        : (typeof value as 'string' | 'number' | 'boolean');

/** Parses edited JSON into form values; returns an error message if it is invalid. Missing fields keep their value. */
export function parseConfig(t: AdminTexts, text: string, current: ConfigValues): ConfigValues | string {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    return t('config.notJson', { reason: (error as Error).message });
  }
  if (typeOf(read) !== 'map') return t('config.notObject');
  const wire = toWire(current);
  for (const [field, value] of Object.entries(read as object)) {
    if (!(field in wire)) return t('config.unknownField', { field });
    const wanted = typeOf(wire[field as keyof Wire]);
    const type = typeOf(value);
    if (type !== wanted)
      return t('config.wrongType', {
        field,
        kind: t(`config.types.${type}`),
        wanted: t(`config.types.${wanted}`),
      });
  }
  const { price_levels, areas, ...rest } = { ...wire, ...(read as Partial<Wire>) };
  const texts = [...areas, ...Object.values(price_levels)];
  if (texts.some((entry) => typeof entry !== 'string')) return t('config.notStrings');
  return { ...rest, areas, price_levels: toPairs(price_levels) };
}

/** A line of a diff. */
export interface DiffLine {
  kind: 'same' | 'out' | 'in';
  text: string;
}

/** Compares two texts by line (longest common subsequence). */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  // common[i][j] is the length of the longest common subsequence of a from i and b from j.
  const common = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i]![j] =
        a[i] === b[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i]! });
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      lines.push({ kind: 'out', text: a[i++]! });
    } else {
      lines.push({ kind: 'in', text: b[j++]! });
    }
  }
  return lines;
}
