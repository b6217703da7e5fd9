/** The time zone that this browser goes by. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Every time zone by its IANA name: those often meant first, then UTC, the others by name. */
export const timeZones = (first: readonly string[] = []): string[] => [
  ...new Set([...first, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
];

/** How far a zone's clock is from UTC at an instant: "UTC+1", "UTC+5:30"; empty for what is no zone. */
export function zoneOffset(timeZone: string, at: number): string {
  try {
    const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortOffset' });
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return name.replace('GMT', 'UTC');
  } catch {
    return '';
  }
}
