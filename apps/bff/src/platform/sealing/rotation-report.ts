import type { TableReport } from './rotation';

/** Rows named at most, of those that can't be opened. */
const NAMED = 10;

/**
 * A rotation in words, a line each, and whether it is complete: every value opens and names the first of `keyIds`.
 * Of a dry run that is asked of opening alone.
 */
export function rotationReport(
  reports: readonly TableReport[],
  keyIds: readonly string[],
  dryRun: boolean,
): { lines: string[]; complete: boolean } {
  const [current = ''] = keyIds;
  const keys = new Map(keyIds.map((id) => [id, 0]));
  for (const report of reports)
    for (const [id, count] of report.keys) keys.set(id, (keys.get(id) ?? 0) + count);
  const unopened = reports.some((report) => report.unopened.length > 0);
  const old = [...keys].filter(([id]) => id !== current);
  const left = old.some(([, count]) => count > 0);
  const lines = [
    ...reports.map((report) => tableLine(report, dryRun ? `${others(report, current)} to wrap anew` : null)),
    ...[...keys].map(([id, count]) => `key ${id}: ${values(count)}${keyIds.includes(id) ? '' : ', not in SEALING_KEYS'}`),
    ...old.filter(([id, count]) => count === 0 && keyIds.includes(id)).map(([id]) => `No value names ${id}: it can be taken out of SEALING_KEYS.`),
  ]; // prettier-ignore
  if (unopened) lines.push('Values that can’t be opened were left as they are: do SEALING_KEYS hold the keys that they name?');
  else if (left && !dryRun) lines.push('Values of other keys are still being written: do all servers have the new SEALING_KEYS? Run this again then.'); // prettier-ignore
  return { lines, complete: !unopened && (dryRun || !left) };
}

const values = (count: number): string => `${count} ${count === 1 ? 'value' : 'values'}`;

const others = (report: TableReport, current: string): number =>
  report.values - (report.keys.get(current) ?? 0);

function tableLine(
  { table, values: count, rewrapped, unopened }: TableReport,
  planned: string | null,
): string {
  const rows = unopened.slice(0, NAMED).join(', ') + (unopened.length > NAMED ? ', …' : '');
  const closed = unopened.length > 0 ? `, ${unopened.length} can’t be opened (rows ${rows})` : '';
  return `${table}: ${values(count)}, ${planned ?? `${rewrapped} wrapped anew`}${closed}`;
}
