import type { LoadFigures } from '../registry/settings.dto';

/** Buckets per doubling of the load time, so that a bucket is at most 9.1 % wide. */
const PER_DOUBLING = 8;
/** Upper bound of the first bucket. */
const FIRST_MS = 10;
/** Longer loads count as this long. */
export const MAX_LOAD_MS = 120_000;

/** Number of loads by load time, in fixed buckets. */
export type LoadHistogram = readonly number[];

/** Lower bounds of the buckets, in milliseconds. */
const lowerBounds: readonly number[] = [
  0,
  ...Array.from(
    { length: Math.ceil(Math.log2(MAX_LOAD_MS / FIRST_MS) * PER_DOUBLING) },
    (_, i) => FIRST_MS * 2 ** (i / PER_DOUBLING),
  ),
];

export const emptyHistogram = (): number[] => lowerBounds.map(() => 0);

export function addLoad(histogram: number[], ms: number): void {
  const bucket = bucketOf(ms);
  histogram[bucket] = (histogram[bucket] ?? 0) + 1;
}

export function sumHistograms(histograms: readonly LoadHistogram[]): number[] {
  const sum = emptyHistogram();
  for (const histogram of histograms)
    for (const [bucket, loads] of histogram.entries()) sum[bucket] = (sum[bucket] ?? 0) + loads;
  return sum;
}

const countLoads = (histogram: LoadHistogram): number => histogram.reduce((sum, loads) => sum + loads, 0);

/**
 * The load time below which a share of the loads lies; null without loads. It is interpolated within its bucket, so it
 * differs from the true one by at most 9.1 %, or by 10 ms where that is more.
 */
export function quantile(histogram: LoadHistogram, share: number): number | null {
  const total = countLoads(histogram);
  if (total === 0) return null;
  const rank = Math.max(1, Math.ceil(share * total));
  let below = 0;
  for (const [bucket, loads] of histogram.entries()) {
    if (below + loads >= rank) {
      const [lower, upper] = boundsOf(bucket);
      return lower + (upper - lower) * ((rank - below - 0.5) / loads);
    }
    below += loads;
  }
  return MAX_LOAD_MS;
}

/** How many loads took surely longer than `ms`: those in buckets that lie above it. */
export const countLonger = (histogram: LoadHistogram, ms: number): number =>
  countLoads(histogram.filter((_, bucket) => boundsOf(bucket)[0] >= ms));

/** Whether `countLonger` counts a load of this time. */
export const isCountedAsLonger = (loadMs: number, ms: number): boolean => boundsOf(bucketOf(loadMs))[0] >= ms;

const bucketOf = (ms: number): number =>
  lowerBounds.findLastIndex((lower) => lower <= Math.min(Math.max(ms, 0), MAX_LOAD_MS));

const boundsOf = (bucket: number): readonly [number, number] => [
  lowerBounds[bucket] ?? MAX_LOAD_MS,
  Math.min(lowerBounds[bucket + 1] ?? MAX_LOAD_MS, MAX_LOAD_MS),
];

/** Loads of a release that were added up. */
export interface LoadCounts {
  loads: number;
  errors: number;
  histogram: LoadHistogram;
}

/** What people see of counted loads. */
export const figuresOf = ({ loads, errors, histogram }: LoadCounts): LoadFigures => ({
  loads,
  errors,
  error_rate: loads === 0 ? null : errors / loads,
  p50_ms: rounded(quantile(histogram, 0.5)),
  p95_ms: rounded(quantile(histogram, 0.95)),
});

const rounded = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));
