import { compareLabels } from '../adjacency';
import { areaKey } from '../area-names';
import type { DrawnArea } from './sanitize-svg';

/** Which of a site's areas a drawing shows, by their keys. */
export function matchAreas(
  names: readonly string[],
  drawn: readonly DrawnArea[],
): { matched: string[]; missing: string[]; unknown: string[] } {
  const shown = new Set(drawn.map(({ key }) => key));
  const known = new Set(names.map(areaKey));
  const sorted = [...names].sort(compareLabels);
  return {
    matched: sorted.filter((name) => shown.has(areaKey(name))),
    missing: sorted.filter((name) => !shown.has(areaKey(name))),
    unknown: drawn
      .filter(({ key }) => !known.has(key))
      .map(({ name }) => name)
      .sort(compareLabels)
      .slice(0, 1000),
  };
}
