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
 * A scale from `from` to `to` (epoch seconds). The positions are on a logarithmic axis with the front at the bottom, so that
 * places near it can be distinguished whatever the others are.
 */
export function positionScale(
  box: PlotBox,
  span: { from: number; to: number },
  furthest: number,
): PositionScale {
  const width = box.right - box.left;
  const height = box.bottom - box.top;
  const length = Math.max(1, span.to - span.from);
  const top = Math.log1p(Math.max(9, furthest));
  return {
    ...span,
    x: (at) => box.left + (width * (at - span.from)) / length,
    y: (position) => box.bottom - (height * Math.log1p(position)) / top,
  };
}

/** The lines of the axis: the front, and the powers of ten up to the furthest place. */
export function positionSteps(furthest: number): number[] {
  const steps = [0];
  for (let step = 10; step <= Math.max(10, furthest); step *= 10) steps.push(step);
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
export function positionPath(
  place: Pick<WaitingPlaceDto, 'samples' | 'position'>,
  scale: PositionScale,
): string {
  return visibleSamples(place, scale)
    .map(
      ([at, value], index) =>
        `${index === 0 ? 'M' : 'L'}${scale.x(at).toFixed(1)} ${scale.y(value).toFixed(1)}`,
    )
    .join('');
}

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
