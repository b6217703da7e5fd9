/** The number of a realm's runs at a site: leased ones, and waiting ones that are due. */
export interface RealmLoad {
  active: number;
  ready: number;
}

/**
 * How many leased runs each realm may have so that `capacity` more are distributed evenly: the lowest level to which realms
 * with fewer can be filled up. A realm with ten waiting runs isn't starved by one with ten thousand.
 */
export function fairLevel(loads: readonly RealmLoad[], capacity: number): number {
  const leasedAt = (level: number) =>
    loads.reduce((sum, { active, ready }) => sum + Math.min(ready, Math.max(0, level - active)), 0);
  let low = 1;
  let high = Math.max(1, ...loads.map(({ active, ready }) => active + ready));
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (leasedAt(middle) >= capacity) high = middle;
    else low = middle + 1;
  }
  return low;
}
