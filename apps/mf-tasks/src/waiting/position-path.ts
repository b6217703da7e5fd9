import type { WaitingPlaceDto } from '@tessera/api';

/** Maps an instant (epoch seconds) and a position to the plot. */
export interface PositionScale {
  x: (at: number) => number;
  y: (position: number) => number;
  from: number;
  to: number;
}

export interface PlotBox {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * A scale from `from` to `to` (epoch seconds), with the front at the bottom. Heights are square roots of the positions: places near
 * the front are far apart, and a whole queue of thousands still has room.
 */
export function positionScale(
  box: PlotBox,
  span: { from: number; to: number },
  furthest: number,
): PositionScale {
  const width = box.right - box.left;
  const height = box.bottom - box.top;
  const length = Math.max(1, span.to - span.from);
  const top = Math.sqrt(Math.max(10, furthest));
  return {
    ...span,
    x: (at) => box.left + (width * (at - span.from)) / length,
    y: (position) => box.bottom - (height * Math.sqrt(position)) / top,
  };
}

/** Two lines of the axis are at least this far apart, in px. */
const LINE_DISTANCE = 28;

/** The round positions that have a line, from the front on. */
export function positionSteps({ y }: Pick<PositionScale, 'y'>, furthest: number): number[] {
  const steps = [0];
  for (let power = 10; power <= Math.max(10, furthest); power *= 10) {
    for (const step of [power, 2.5 * power, 5 * power]) {
      const isApart = y(steps.at(-1) ?? 0) - y(step) >= LINE_DISTANCE;
      if (step <= Math.max(10, furthest) && isApart) steps.push(step);
    }
  }
  return steps;
}

/** The positions that lie within the scale, with the last one before it at its edge, and the latest until its end. */
export function visibleSamples(
  { samples, position }: Pick<WaitingPlaceDto, 'samples' | 'position'>,
  { from, to }: Pick<PositionScale, 'from' | 'to'>,
): [number, number][] {
  const points: [number, number][] = [];
  for (const [at, value] of samples as [number, number][]) {
    if (at < from) points[0] = [from, value];
    else points.push([Math.min(at, to), value]);
  }
  const last = position ?? points.at(-1)?.[1];
  if (last !== undefined && points.length > 0) points.push([to, last]);
  return points;
}

/** The line of a place as the `d` of an SVG path; empty without positions. */
export const positionPath = (
  place: Pick<WaitingPlaceDto, 'samples' | 'position'>,
  scale: PositionScale,
): string => linePath(visibleSamples(place, scale), scale);

/** A line through positions as the `d` of an SVG path. */
export const linePath = (
  points: readonly (readonly [number, number])[],
  { x, y }: Pick<PositionScale, 'x' | 'y'>,
): string =>
  points
    .map(([at, value], index) => `${index === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');

/** The position of a place at an instant on its drawn line; null outside of it. */
export function positionAt(points: readonly (readonly [number, number])[], at: number): number | null {
  const after = points.findIndex(([time]) => time >= at);
  const next = points[after];
  if (!next) return null;
  const previous = points[after - 1];
  if (!previous) return next[0] === at ? next[1] : null;
  const share = (at - previous[0]) / Math.max(1, next[0] - previous[0]);
  return previous[1] + (next[1] - previous[1]) * share;
}
