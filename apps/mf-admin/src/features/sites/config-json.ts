import { toPairs } from '@tessera/ui/forms';
import type { AdminTexts } from '../../texts';
import { type ConfigValues, toWire } from './config-values';

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
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Compares two texts by line (longest common subsequence). */
export function lineDiff(before: string, after: string): DiffLine[] {
  const a = before.split('\n');
  const b = after.split('\n');
  // The length of the longest common subsequence of a from i and b from j, by i and j in one flat array.
  const width = b.length + 1;
  const common = new Array<number>((a.length + 1) * width).fill(0);
  const commonFrom = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        a[i] === b[j] ? commonFrom(i + 1, j + 1) + 1 : Math.max(commonFrom(i + 1, j), commonFrom(i, j + 1));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const removed = a[i];
    const added = b[j];
    if (removed !== undefined && removed === added) {
      lines.push({ kind: 'same', text: removed });
      i += 1;
      j += 1;
    } else if (
      removed !== undefined &&
      (added === undefined || commonFrom(i + 1, j) >= commonFrom(i, j + 1))
    ) {
      lines.push({ kind: 'removed', text: removed });
      i += 1;
    } else if (added !== undefined) {
      lines.push({ kind: 'added', text: added });
      j += 1;
    }
  }
  return lines;
}
