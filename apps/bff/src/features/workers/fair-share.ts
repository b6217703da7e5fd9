/** A realm's work at a site: runs out with workers, and runs that wait and are due. */
export interface RealmLoad {
  active: number;
  ready: number;
}

/**
 * How many runs each realm may have out so that `capacity` more are handed out evenly: the lowest level to which
 * realms with less can be filled up. A realm with ten waiting isn't starved by one with ten thousand.
 */
export function fairLevel(loads: readonly RealmLoad[], capacity: number): number {
  const given = (level: number) =>
    loads.reduce((sum, { active, ready }) => sum + Math.min(ready, Math.max(0, level - active)), 0);
  let low = 1;
  let high = Math.max(1, ...loads.map(({ active, ready }) => active + ready));
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (given(middle) >= capacity) high = middle;
    else low = middle + 1;
  }
  return low;
}
