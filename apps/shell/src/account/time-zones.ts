/** The time zone that this browser goes by. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Every time zone by its IANA name, UTC first. */
export const timeZones = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
];
