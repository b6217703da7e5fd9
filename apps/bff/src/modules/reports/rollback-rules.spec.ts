import fc from 'fast-check';
import {
  findExceeded,
  findExceededBudget,
  lowerBound,
  previousErrorRate,
  type ReportedLoads,
} from './rollback-rules';

const budgets = { error_budget_percent: 1 };
/** Loads that many users of a realm have reported. */
const reported = (loads: number, errors: number, slow = 0): ReportedLoads => ({
  loads,
  errors,
  slow,
  failing_users: errors,
  slow_users: slow,
});
const isRolledBack = (errors: number, loads: number, previous: number | null = null) =>
  findExceeded(reported(loads, errors), budgets, previous) === 'errors';

/** The probability that a release whose loads fail independently with probability `rate` is rolled back within `loads`. */
function rollbackProbability(rate: number, loads: number): number {
  // Index: failed loads so far; value: the probability of that many without a roll-back.
  let running = [1];
  let rolledBack = 0;
  for (let load = 1; load <= loads; load += 1) {
    const next = new Array<number>(running.length + 1).fill(0);
    for (const [errors, probability] of running.entries()) {
      if (probability === 0) continue;
      next[errors]! += probability * (1 - rate);
      // It is checked when a failed load arrives.
      if (isRolledBack(errors + 1, load)) rolledBack += probability * rate;
      else next[errors + 1]! += probability * rate;
    }
    running = next;
  }
  return rolledBack;
}

/** A generator of pseudorandom numbers from 0 to 1 (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Whether a release is rolled back in one run of loads. */
function simulate(rate: number, loads: number, seed: number): boolean {
  const next = random(seed);
  let errors = 0;
  for (let load = 1; load <= loads; load += 1) {
    if (next() >= rate) continue;
    errors += 1;
    if (isRolledBack(errors, load)) return true;
  }
  return false;
}

const SEEDS = 400;
const rollbacks = (rate: number, loads: number) =>
  Array.from({ length: SEEDS }, (_, seed) => simulate(rate, loads, seed)).filter(Boolean).length;

describe('the rules of the automatic roll-back', () => {
  it('rolls a canary back that fails in 5 % of its loads, within 200 loads', () => {
    const probability = rollbackProbability(0.05, 200);
    expect(probability).toBeGreaterThan(0.985);
    const deviation = Math.sqrt(SEEDS * probability * (1 - probability));
    expect(Math.abs(rollbacks(0.05, 200) - SEEDS * probability)).toBeLessThan(4 * deviation);
    expect(rollbackProbability(0.05, 400)).toBeGreaterThan(0.999);
  });

  it('leaves a good release alone for 1,000 loads', () => {
    expect(rollbackProbability(0, 1000)).toBe(0);
    expect(rollbacks(0, 1000)).toBe(0);
    expect(rollbackProbability(0.002, 1000)).toBeLessThan(0.003);
    expect(rollbacks(0.002, 1000)).toBeLessThan(0.02 * SEEDS);
  });

  it('never rolls back for fewer than three failed loads, however few loads there are', () => {
    expect([1, 2, 3].map((errors) => isRolledBack(errors, errors))).toEqual([false, false, true]);
  });

  it('accepts the error rate of the release before', () => {
    expect(isRolledBack(10, 100)).toBe(true);
    expect(isRolledBack(10, 100, 0.1)).toBe(false);
    expect(isRolledBack(40, 100, 0.1)).toBe(true);
  });

  it('takes the error rate of the release before from several realms, so that none can raise it alone', () => {
    expect(previousErrorRate([reported(100, 10), reported(100, 10)])).toBe(0.1);
    expect(previousErrorRate([reported(100, 10), reported(100, 90)])).toBe(0.1);
    expect(previousErrorRate([reported(200, 20)])).toBeNull();
    expect(previousErrorRate([reported(100, 10), reported(3, 3)])).toBeNull();
    expect(previousErrorRate([])).toBeNull();
  });

  it('needs the agreement of two realms, and of two users in what is left without any one realm', () => {
    const agreed = (...realms: ReportedLoads[]) => findExceededBudget(realms, budgets, null)?.isAgreed;
    expect(agreed(reported(20, 20))).toBe(false);
    expect(agreed(reported(20, 20), reported(100, 1))).toBe(false);
    expect(agreed(reported(20, 20), reported(20, 3))).toBe(true);
    expect(agreed(reported(20, 20), { ...reported(20, 3), failing_users: 1 })).toBe(false);
    expect(agreed(reported(100, 0), reported(20, 0))).toBeUndefined();
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(100), fc.nat(2)), { minLength: 1, maxLength: 5 }),
        fc.tuple(fc.nat(100), fc.nat(100)),
        (others, [good, bad]) => {
          // The other realms report too few failures for a roll-back: no realm can add what is missing.
          const honest = others.map(([loads, errors]) => reported(loads + errors, errors));
          fc.pre(!findExceededBudget(honest, budgets, null));
          expect(agreed(...honest, reported(good + bad, bad)) ?? false).toBe(false);
        },
      ),
    );
  });

  it('rolls back a release that takes 8 s after three loads, and one whose slow loads are more than 5 %', () => {
    const slow = (slowLoads: number, loads: number) =>
      findExceeded(reported(loads, 0, slowLoads), budgets, null);
    expect([1, 2, 3].map((loads) => slow(loads, loads))).toEqual([null, null, 'load_time']);
    expect(slow(20, 100)).toBe('load_time');
    expect(slow(5, 100)).toBeNull();
    expect(slow(3, 100)).toBeNull();
  });

  it('bounds a share from below: never above it, and closer the more loads there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 500 }), (total, some) => {
        const bad = Math.min(some, total);
        const bound = lowerBound(bad, total);
        expect(bound).toBeGreaterThanOrEqual(0);
        expect(bound).toBeLessThanOrEqual(bad / total);
        expect(lowerBound(10 * bad, 10 * total)).toBeGreaterThanOrEqual(bound);
      }),
    );
    expect(lowerBound(0, 0)).toBe(0);
  });
});
