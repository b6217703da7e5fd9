import { formatInstant } from '../../time/format';
import type { Zone } from './use-date-time';

/** What the other clocks show at an instant: "16:00 your time · 15:00 UTC", with the day where it is another. */
export function otherClocks(iso: string, zone: Zone, zones: readonly Zone[], locale: string): string {
  const day = (timeZone: string) => formatInstant(iso, { locale, timeZone, style: 'date' });
  return zones
    .filter(({ id }) => id !== zone.id)
    .map(({ timeZone, label }) => {
      const style = day(timeZone) === day(zone.timeZone) ? 'time' : 'date-time';
      return `${formatInstant(iso, { locale, timeZone, style })} ${label}`;
    })
    .join(' · ');
}
