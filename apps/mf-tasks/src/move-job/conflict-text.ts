import type { CalendarConflictDto } from '@tessera/api';
import { formatInstant, type Locale } from '@tessera/ui';
import type { TasksTexts } from '../texts';

/** A conflict as one of its entries sees it: the other side. */
export interface EntryConflict {
  logins: number;
  names: readonly string[];
  other: CalendarConflictDto['sides'][number];
}

/** A conflict in words: "2 logins are also in Cup desk at 10:30 (buyer, …)". */
export function conflictText(
  t: TasksTexts,
  { logins, names, other }: EntryConflict,
  { locale, timeZone }: Pick<Locale, 'locale' | 'timeZone'>,
): string {
  const more = logins > names.length ? ', …' : '';
  return t('calendar.conflict', {
    count: logins,
    other: other.job_name ?? other.event_name,
    time: formatInstant(other.at, { locale, timeZone, style: 'time' }),
    names: `${names.join(', ')}${more}`,
  });
}
