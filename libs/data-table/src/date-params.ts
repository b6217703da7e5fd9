import { parseDays, periodOf } from './day-range';
import type { FilterDef, FilterValue } from './filters';

/** The date filters of a list with the wire's names, as one text: "created:created_from:created_to". */
export const dateFields = (defs: readonly FilterDef[]): string =>
  defs
    .flatMap((def) => {
      if (def.kind !== 'date') return [];
      const { from, to } = def.wire ?? { from: `${def.field}_from`, to: `${def.field}_to` };
      return `${def.field}:${from}:${to}`;
    })
    .join(',');

/** Adds the instants of the date filters in force to the wire's query; beside a link's own instant the narrower holds. */
export function addPeriods(
  query: Record<string, string>,
  filters: readonly FilterValue[],
  dates: string,
  timeZone: string | undefined,
): void {
  for (const date of dates.split(',').filter(Boolean)) {
    const [field = '', from = '', to = ''] = date.split(':');
    const days = parseDays(filters.find((filter) => filter.field === field)?.values[0]);
    delete query[field];
    if (!days) continue;
    const period = periodOf(days, timeZone);
    const isNarrower = (name: string, sign: 1 | -1, instant: string): boolean =>
      query[name] === undefined || sign * (Date.parse(instant) - Date.parse(query[name])) > 0;
    if (period.from && isNarrower(from, 1, period.from)) query[from] = period.from;
    if (period.to && isNarrower(to, -1, period.to)) query[to] = period.to;
  }
}
