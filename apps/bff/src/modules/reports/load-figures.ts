import type { LoadFigures } from '../registry/settings.dto';
import { type LoadHistogram, quantile } from './load-histogram';

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
