/** One thing that a case promises, and whether it held. */
export interface Verdict {
  what: string;
  holds: boolean;
  figure: string;
}

/** Milliseconds as seconds for people. */
export const seconds = (ms: number | null): string => (ms === null ? 'never' : `${(ms / 1000).toFixed(1)} s`);

/** The largest of the figures; 0 of none, null when one never came. */
export function slowest(figures: readonly (number | null)[]): number | null {
  return figures.includes(null) ? null : Math.max(0, ...figures.map((figure) => figure ?? 0));
}

/** A promise that each of these came within `limitMs`. */
export function within(what: string, limitMs: number, figures: readonly (number | null)[]): Verdict {
  const worst = slowest(figures);
  const ordered = figures.flatMap((figure) => figure ?? []).sort((a, b) => a - b);
  const middle = ordered[Math.floor(ordered.length / 2)] ?? 0;
  return {
    what,
    holds: worst !== null && worst <= limitMs && figures.length > 0,
    figure: `${figures.length} times, median ${seconds(middle)}, worst ${seconds(worst)}`,
  };
}

/** A promise that a list of faults is empty; the first few are shown. */
export function none(what: string, faults: readonly string[], figure = 'none'): Verdict {
  const shown = faults.slice(0, 3).join('; ');
  return {
    what,
    holds: faults.length === 0,
    figure: faults.length === 0 ? figure : `${faults.length}: ${shown}`,
  };
}
