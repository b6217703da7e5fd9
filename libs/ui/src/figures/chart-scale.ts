/** Round steps for an axis from 0 that covers `max`: at most five. */
export function axisSteps(max: number): number[] {
  if (max <= 0) return [0, 1];
  const rough = max / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough,
  );
  const steps = [0];
  while ((steps.at(-1) ?? 0) < max) steps.push(steps.length * step);
  return steps;
}
