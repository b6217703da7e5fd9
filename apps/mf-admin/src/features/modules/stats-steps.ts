import type { LoadPoint, ModuleStatsDto, ReleaseStats } from '@tessera/api';

/** Length of each period, in seconds. */
const lengths: Readonly<Record<ModuleStatsDto['period'], number>> = {
  '1h': 3_600,
  '24h': 86_400,
  '7d': 604_800,
};

/**
 * The starts of a period's steps, in epoch milliseconds: the server leaves out those without loads.
 *
 * @param now epoch milliseconds by the server's clock
 */
export function stepsOf({ period, step_seconds, releases }: ModuleStatsDto, now: number): number[] {
  const step = step_seconds * 1000;
  const reported = releases.flatMap(({ points }) => points.map(({ at }) => Date.parse(at)));
  const last = Math.max(Math.floor(now / step) * step, ...reported);
  const count = lengths[period] / step_seconds;
  return Array.from({ length: count }, (_, i) => last - (count - 1 - i) * step);
}

/** A release's figures in each step; undefined: none were reported. */
export function pointsOf({ points }: ReleaseStats, steps: readonly number[]): (LoadPoint | undefined)[] {
  const byTime = new Map(points.map((point) => [Date.parse(point.at), point]));
  return steps.map((at) => byTime.get(at));
}
