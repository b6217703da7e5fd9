/** Round whole steps for an axis from 0 that covers `max`: at most five. */
export function axisSteps(max: number): number[] {
  if (max <= 0) return [0, 1];
  const rough = max / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    [1, 2, 2.5, 5, 10]
      .map((factor) => factor * power)
      .find((size) => size >= rough && Number.isInteger(size)) ?? 1;
  const steps = [0];
  while ((steps.at(-1) ?? 0) < max) steps.push(steps.length * step);
  return steps;
}

/** Px of a digit of the axis, as wide as any. */
const digit = 6.6;

/** Px that an axis takes beside the plot: as wide as the longest of its figures, and not less than those of small ones. */
export const axisWidth = (figures: readonly string[]): number =>
  Math.max(36, 8 + digit * Math.max(...figures.map(({ length }) => length)));
