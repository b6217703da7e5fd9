/** Returns the browser's time zone. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Lists all IANA time zones: the given ones first, then UTC, the others by name. */
export const timeZones = (first: readonly string[] = []): string[] => [
  ...new Set([...first, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
];

/** Formats a zone's offset from UTC at an instant: "UTC+1", "UTC+5:30"; empty for an unknown zone. */
export function zoneOffset(timeZone: string, at: number): string {
  try {
    const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortOffset' });
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return name.replace('GMT', 'UTC');
  } catch {
    return '';
  }
}
