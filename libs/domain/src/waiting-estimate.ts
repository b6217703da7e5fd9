/** A position that a waiting place had from an instant on, until the next one. */
export interface PositionSample {
  /** Epoch milliseconds. */
  at: number;
  /** People in front; 0: at the front. */
  position: number;
}

/** Seconds from now until a waiting place is at the front. */
export interface WaitEstimate {
  earliest: number;
  likely: number;
  /** Null: the queue hardly moves at times, so nothing bounds the wait. */
  latest: number | null;
}

/** How fast a waiting place moves, and how long it still waits. */
export interface QueueProgress {
  /** People a minute that leave the queue in front of the place, at least 0; null: too little is known. */
  pace: number | null;
  wait: WaitEstimate | null;
}

const MINUTE_MS = 60_000;
/** The pace is that of the last ten minutes. */
const WINDOW_MS = 10 * MINUTE_MS;
/** A queue that changes rarely is looked at for longer. */
const MAX_WINDOW_MS = 60 * MINUTE_MS;
/** Fewer positions, or a shorter time, say too little. */
const MIN_POSITIONS = 4;
const MIN_SPAN_MS = 10_000;
/** The window is read at this many equal steps, so that a queue counts for as long as it stands still. */
const STEPS = 24;
/** A wait is estimated for at most this many times the time that the place was watched. */
const MAX_EXTRAPOLATION = 30;
/** The share of the slopes on either side that the interval leaves out. */
const TAIL = 0.1;
/** The interval is at least this much of the wait on either side. */
const MIN_MARGIN = 0.1;
/** A place that falls back by more than this share has joined the queue again. */
const REJOINED = 1.1;

const unknown: QueueProgress = { pace: null, wait: null };

/**
 * Estimates pace and wait from the positions that a place had, oldest first.
 *
 * The pace is the median of the slopes between all pairs of instants in the window (Theil–Sen), which a few wrong positions
 * don't move. The interval of the wait are the waits by the slowest and the fastest tenth of these slopes: a queue that is
 * let in by bursts has a wide one.
 *
 * @param now epoch milliseconds, by the clock of the samples
 */
export function estimateWait(samples: readonly PositionSample[], now: number): QueueProgress {
  const run = sinceJoined(samples.filter(({ at }) => at <= now));
  const first = run[0];
  const last = run.at(-1);
  if (!first || !last) return unknown;
  if (last.position === 0) return { pace: null, wait: { earliest: 0, likely: 0, latest: 0 } };
  if (run.length < MIN_POSITIONS || now - first.at < MIN_SPAN_MS) return unknown;
  const slopes = slopesOf(readSteps(run, windowStart(run, now), now));
  const pace = Math.max(0, quantile(slopes, 0.5));
  return { pace: pace * MINUTE_MS, wait: waitFor(last.position, pace, slopes, now - first.at) };
}

/** The samples since the place joined the queue for the last time. */
function sinceJoined(samples: readonly PositionSample[]): readonly PositionSample[] {
  const joined = samples.findLastIndex(
    ({ position }, index) => index > 0 && position > (samples[index - 1]?.position ?? 0) * REJOINED + 1,
  );
  return samples.slice(Math.max(0, joined));
}

/** Ten minutes ago, or earlier if fewer positions than needed are known since; not before the first one. */
function windowStart(run: readonly PositionSample[], now: number): number {
  const needed = run.at(-MIN_POSITIONS)?.at ?? now;
  const start = Math.max(Math.min(now - WINDOW_MS, needed), now - MAX_WINDOW_MS);
  return Math.max(start, run[0]?.at ?? now);
}

/** The position at equal steps of a window: between two samples by their line, after the last one as it was. */
function readSteps(run: readonly PositionSample[], from: number, to: number): PositionSample[] {
  let index = 0;
  return Array.from({ length: STEPS }, (_, step) => {
    const at = from + ((to - from) * step) / (STEPS - 1);
    while ((run[index + 1]?.at ?? Infinity) <= at) index += 1;
    return { at, position: positionAt(at, run[index], run[index + 1]) };
  });
}

function positionAt(
  at: number,
  before: PositionSample | undefined,
  after: PositionSample | undefined,
): number {
  if (!before) return 0;
  if (!after) return before.position;
  const share = (at - before.at) / (after.at - before.at);
  return before.position + (after.position - before.position) * share;
}

/** The people a millisecond between each pair of instants, slowest first. */
function slopesOf(steps: readonly PositionSample[]): Float64Array {
  const slopes = new Float64Array((steps.length * (steps.length - 1)) / 2);
  let count = 0;
  steps.forEach((later, index) => {
    for (const earlier of steps.slice(0, index)) {
      slopes[count] = (earlier.position - later.position) / (later.at - earlier.at);
      count += 1;
    }
  });
  return slopes.sort();
}

function quantile(sorted: Float64Array, share: number): number {
  const index = share * (sorted.length - 1);
  const low = sorted[Math.floor(index)] ?? 0;
  const high = sorted[Math.ceil(index)] ?? low;
  return low + (high - low) * (index - Math.floor(index));
}

function waitFor(position: number, pace: number, slopes: Float64Array, watched: number): WaitEstimate | null {
  if (pace <= 0) return null;
  const likely = position / pace;
  if (likely > watched * MAX_EXTRAPOLATION) return null;
  const slowest = quantile(slopes, TAIL);
  const fastest = quantile(slopes, 1 - TAIL);
  return {
    earliest: Math.min(likely * (1 - MIN_MARGIN), position / fastest) / 1000,
    likely: likely / 1000,
    latest: slowest > 0 ? Math.max(likely * (1 + MIN_MARGIN), position / slowest) / 1000 : null,
  };
}
