import type { LoadCounts } from './load-figures';
import { countLoads, countLonger } from './load-histogram';

/** One-sided 95 %: the standard normal distribution's 0.95 quantile. */
const Z = 1.6448536269514722;
/** Fewer failed or slow loads than this never roll a release back. */
const MIN_BAD_LOADS = 3;
/** A load time above its budget means that its 95th percentile is: more than 5 % of the loads are slower. */
const SLOW_SHARE = 0.05;
/** Loads of the previous release from which on its error rate counts. */
const MIN_PREVIOUS_LOADS = 20;

/** What a release may do. */
interface Budgets {
  error_budget_percent: number;
  load_budget_ms: number;
}

/** The lower bound of a share's one-sided 95 % confidence interval (Wilson score), given `bad` of `total`. */
export function lowerBound(bad: number, total: number): number {
  if (bad === 0) return 0;
  const share = bad / total;
  const z2 = Z * Z;
  const centre = share + z2 / (2 * total);
  const margin = Z * Math.sqrt((share * (1 - share)) / total + z2 / (4 * total * total));
  return (centre - margin) / (1 + z2 / total);
}

/** The error rate of the release before, as far as it is known; null for too few loads. */
export const previousErrorRate = ({ loads, errors }: Pick<LoadCounts, 'loads' | 'errors'>): number | null =>
  loads < MIN_PREVIOUS_LOADS ? null : errors / loads;

/** Why a release must be rolled back; null while it keeps its budgets as far as that can be said. */
export function findExceededBudget(
  { loads, errors, histogram }: LoadCounts,
  { error_budget_percent, load_budget_ms }: Budgets,
  previousRate: number | null,
): 'errors' | 'load_time' | null {
  const accepted = Math.max(error_budget_percent / 100, previousRate ?? 0);
  if (errors >= MIN_BAD_LOADS && lowerBound(errors, loads) > accepted) return 'errors';
  const slow = countLonger(histogram, load_budget_ms);
  if (slow >= MIN_BAD_LOADS && lowerBound(slow, countLoads(histogram)) > SLOW_SHARE) return 'load_time';
  return null;
}
