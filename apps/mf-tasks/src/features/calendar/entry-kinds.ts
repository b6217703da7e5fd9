import { Flag, Layers, type LucideIcon, Ticket } from 'lucide-react';
import { formatInstant } from '@tessera/ui';
import type { EntryConflict } from '../../move-job/conflict-text';
import type { TasksTexts } from '../../texts';
import type { CalendarConflict, CalendarEntry, CalendarKind } from './calendar.api';

/** The kinds in the order of filters. */
export const kinds = ['on_sale', 'kick_off', 'job'] as const satisfies readonly CalendarKind[];

export const kindIcon: Readonly<Record<CalendarKind, LucideIcon>> = {
  on_sale: Ticket,
  kick_off: Flag,
  job: Layers,
};

export const kindLabel = (t: TasksTexts, kind: CalendarKind): string => t(`calendar.kinds.${kind}`);

/** The conflicts of an entry: those of its job, or of its event's on-sale at this time. */
export function conflictsOf(entry: CalendarEntry, conflicts: readonly CalendarConflict[]): EntryConflict[] {
  if (entry.kind === 'kick_off') return [];
  const isMine = (side: CalendarConflict['sides'][number]) =>
    entry.kind === 'job'
      ? side.job_id === entry.job_id
      : side.event_id === entry.event_id && Date.parse(side.at) === Date.parse(entry.at);
  return conflicts.flatMap(({ logins, login_names: names, sides }) => {
    const mine = sides.findIndex(isMine);
    const other = sides[1 - mine];
    return mine < 0 || !other ? [] : [{ logins, names, other }];
  });
}

/** An entry's time at the venue, where its clock shows another time than the user's; null where it doesn't. */
export function venueTime(
  entry: CalendarEntry,
  { locale, timeZone }: { locale: string; timeZone: string },
): string | null {
  const venue = entry.time_zone;
  if (venue === null) return null;
  const format = (zone: string, style: 'date' | 'time' | 'date-time') =>
    formatInstant(entry.at, { locale, timeZone: zone, style });
  if (format(venue, 'date-time') === format(timeZone, 'date-time')) return null;
  return format(venue, format(venue, 'date') === format(timeZone, 'date') ? 'time' : 'date-time');
}
