import { type FailureKind, type Frame, type Mark } from './room-frames';

/** The kinds of failures that say something about the site, and seats that lapsed; each has a lane below the chart. */
export const lanes = ['rate_limited', 'slow', 'sold_out', 'outage', 'lapsed'] as const;
export type Lane = (typeof lanes)[number];

/** Where the chart draws, in px, and the period that it shows. */
export interface Scale {
  from: number;
  to: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  max: number;
}

export const xOf = ({ from, to, left, right }: Scale, at: number): number =>
  left + ((at - from) / Math.max(1, to - from)) * (right - left);

export const yOf = ({ top, bottom, max }: Scale, value: number): number =>
  bottom - (value / Math.max(1, max)) * (bottom - top);

export const timeOf = ({ from, to, left, right }: Scale, x: number): number =>
  from + ((Math.min(right, Math.max(left, x)) - left) / Math.max(1, right - left)) * (to - from);

/** The upper edges of the stacked areas at one moment: won, then held, then in progress. */
const stackOf = ({ won, held, inProgress }: Frame): readonly [number, number, number] => [
  won,
  won + held,
  won + held + inProgress,
];

/** The largest value that the chart shows. */
export const maxOf = (frames: readonly Frame[], target: number): number =>
  frames.reduce((max, frame) => Math.max(max, stackOf(frame)[2]), Math.max(1, target));

/** Up to five round values of an axis from 0 to at least `max`. */
export function axisValues(max: number): number[] {
  const rough = Math.max(1, max / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? power * 10;
  const whole = Math.max(1, Math.ceil(step));
  return Array.from({ length: Math.ceil(max / whole) + 1 }, (_, i) => i * whole);
}

/** The frames that are drawn: the last one of each pixel. */
function sampled(frames: readonly Frame[], scale: Scale): Frame[] {
  const byPixel = new Map<number, Frame>();
  for (const frame of frames) byPixel.set(Math.round(xOf(scale, frame.at)), frame);
  return [...byPixel.values()];
}

/** SVG paths of the stacked areas, the lowest first. A state lasts until the next frame. */
export function areaPaths(frames: readonly Frame[], scale: Scale): [string, string, string] {
  const points = sampled(frames, scale);
  const edge = (level: 0 | 1 | 2): string =>
    points
      .map((frame, i) => {
        const x = xOf(scale, frame.at).toFixed(1);
        const y = yOf(scale, stackOf(frame)[level]).toFixed(1);
        return i === 0 ? `M${x} ${y}` : `H${x}V${y}`;
      })
      .join('');
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return ['', '', ''];
  const close = `V${scale.bottom}H${xOf(scale, first.at).toFixed(1)}Z`;
  return [edge(0) + close, edge(1) + close, edge(2) + close];
}

/** Some round moments of the period for its axis, in epoch milliseconds. */
export function axisTimes({ from, to, left, right }: Scale): number[] {
  const most = Math.max(2, Math.floor((right - left) / 110));
  const steps = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 86_400, 604_800];
  const step = (steps.find((size) => (to - from) / 1000 / size <= most) ?? 604_800) * 1000;
  const times: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) times.push(at);
  return times;
}

/** What happened in a lane within one tile of time. */
export interface LaneTile {
  lane: Lane;
  /** The tile's place in its lane, from 0. */
  column: number;
  at: number;
  count: number;
}

const isLane = (kind: FailureKind): kind is Lane => (lanes as readonly string[]).includes(kind);

/** The events of the site as tiles of a width in px. Seats that lapsed come from the frames. */
export function laneTiles(
  frames: readonly Frame[],
  marks: readonly Mark[],
  scale: Scale,
  width: number,
): LaneTile[] {
  const tiles = new Map<string, LaneTile>();
  const add = (lane: Lane, at: number, count: number) => {
    const column = Math.floor((xOf(scale, at) - scale.left) / width);
    if (column < 0 || count <= 0) return;
    const key = `${lane} ${column}`;
    const tile = tiles.get(key);
    if (tile) tile.count += count;
    else tiles.set(key, { lane, column, at, count });
  };
  for (const { kind, at, count } of marks) if (isLane(kind)) add(kind, at, count);
  frames.forEach((frame, i) => {
    const before = frames[i - 1];
    if (before) add('lapsed', frame.at, frame.lapsed - before.lapsed);
  });
  return [...tiles.values()];
}

/** The smallest position over time as an SVG path; empty while none is known. */
export function placePath(frames: readonly Frame[], until: number, width: number, height: number): string {
  const known: { at: number; best: number }[] = [];
  let best: number | null = null;
  for (const frame of frames) {
    if (frame.at > until) break;
    // A step without a report keeps the position of the step before.
    best = frame.waiting === 0 ? null : (frame.best ?? best);
    if (best !== null) known.push({ at: frame.at, best });
  }
  const first = known[0];
  const last = known.at(-1);
  if (!first || !last || first.at === last.at) return '';
  const max = Math.max(1, ...known.map((one) => one.best));
  const x = (at: number) => ((at - first.at) / (last.at - first.at)) * (width - 2) + 1;
  const y = (position: number) => 2 + (1 - position / max) * (height - 4);
  return known
    .map((one, i) => `${i === 0 ? 'M' : 'L'}${x(one.at).toFixed(1)} ${y(one.best).toFixed(1)}`)
    .join('');
}
