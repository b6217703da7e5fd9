/** One-sided 95 %: the standard normal distribution's 0.95 quantile. */
const Z = 1.6448536269514722;
/** Fewer failed or slow loads than this never roll a release back. */
const MIN_BAD_LOADS = 3;
/** Nor do failed or slow loads of fewer users. */
const MIN_REPORTERS = 2;
/** A load time above its budget means that its 95th percentile is: more than 5 % of the loads are slower. */
const SLOW_SHARE = 0.05;
/** Loads of the previous release from which on its error rate counts. */
const MIN_PREVIOUS_LOADS = 20;

/** What a release may do. */
interface Budgets {
  error_budget_percent: number;
}

/** Loads of a release that users of one realm, or of several, have reported. */
export interface ReportedLoads {
  loads: number;
  errors: number;
  /** Loads that took longer than the budget. */
  slow: number;
  /** Users who reported failures. */
  failing_users: number;
  /** Users who reported slow loads. */
  slow_users: number;
}

/** A budget that a release exceeds; `isAgreed`: also without the reports of any one realm. */
export interface ExceededBudget {
  reason: 'errors' | 'load_time';
  isAgreed: boolean;
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

/**
 * The error rate of the release before that no one realm has made up: the lowest when the reports of any one of them are left
 * out. Null for too few loads.
 */
export function previousErrorRate(realms: readonly ReportedLoads[]): number | null {
  const rates = withoutEach(realms).map(({ loads, errors }) =>
    loads < MIN_PREVIOUS_LOADS ? null : errors / loads,
  );
  return rates.reduce<number | null>(
    (lowest, rate) => (lowest === null || rate === null ? null : Math.min(lowest, rate)),
    rates.length > 1 ? 1 : null,
  );
}

/** Which budget a release exceeds by the reports of several realms; null while it keeps them, as far as that can be said. */
export function findExceededBudget(
  realms: readonly ReportedLoads[],
  budgets: Budgets,
  previousRate: number | null,
): ExceededBudget | null {
  const reason = findExceeded(sumOf(realms), budgets, previousRate);
  if (reason === null) return null;
  const others = withoutEach(realms);
  const isAgreed = others.length > 1 && others.every((rest) => findExceeded(rest, budgets, previousRate));
  return { reason, isAgreed };
}

/** Why loads exceed a budget by more than chance explains; null while they don't. */
export function findExceeded(
  { loads, errors, slow, failing_users, slow_users }: ReportedLoads,
  { error_budget_percent }: Budgets,
  previousRate: number | null,
): 'errors' | 'load_time' | null {
  const accepted = Math.max(error_budget_percent / 100, previousRate ?? 0);
  if (isEnough(errors, failing_users) && lowerBound(errors, loads) > accepted) return 'errors';
  if (isEnough(slow, slow_users) && lowerBound(slow, loads - errors) > SLOW_SHARE) return 'load_time';
  return null;
}

const isEnough = (badLoads: number, users: number): boolean =>
  badLoads >= MIN_BAD_LOADS && users >= MIN_REPORTERS;

/** For each realm, the loads of all the others. */
const withoutEach = (realms: readonly ReportedLoads[]): ReportedLoads[] =>
  realms.map((left) => sumOf(realms.filter((one) => one !== left)));

const sumOf = (realms: readonly ReportedLoads[]): ReportedLoads =>
  realms.reduce(
    (sum, one) => ({
      loads: sum.loads + one.loads,
      errors: sum.errors + one.errors,
      slow: sum.slow + one.slow,
      failing_users: sum.failing_users + one.failing_users,
      slow_users: sum.slow_users + one.slow_users,
    }),
    { loads: 0, errors: 0, slow: 0, failing_users: 0, slow_users: 0 },
  );
