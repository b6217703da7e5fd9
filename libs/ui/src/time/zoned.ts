const parts = (instant: number, timeZone: string | undefined): string => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    ...(timeZone ? { timeZone } : {}),
  });
  return format.format(instant).replace(' ', 'T');
};

/** An instant as wall time in a zone, for an input of type datetime-local: "2026-11-28T15:00". */
export const toWallTime = (iso: string, timeZone?: string): string => {
  const at = new Date(iso).getTime();
  return Number.isNaN(at) ? '' : parts(at, timeZone).slice(0, 16);
};

/**
 * The instants at which a zone's clock shows this wall time ("2026-11-28T15:00"): none for an hour that a change of
 * clocks skips, two for one that comes twice, else one; earliest first, ISO 8601 UTC.
 */
export function fromWallTime(wall: string, timeZone?: string): string[] {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return [];
  const day = 86_400_000;
  const offsets = [asUtc - day, asUtc + day].map((at) => Date.parse(`${parts(at, timeZone)}Z`) - at);
  const instants = [...new Set(offsets.map((offset) => asUtc - offset))].sort((a, b) => a - b);
  return instants
    .filter((at) => parts(at, timeZone).slice(0, 16) === wall.slice(0, 16))
    .map((at) => new Date(at).toISOString());
}
