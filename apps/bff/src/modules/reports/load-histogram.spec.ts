import fc from 'fast-check';
import { addLoad, countLonger, emptyHistogram, MAX_LOAD_MS, quantile, sumHistograms } from './load-histogram';

const histogramOf = (times: readonly number[]) => {
  const histogram = emptyHistogram();
  for (const ms of times) addLoad(histogram, ms);
  return histogram;
};

const loadTimes = fc.array(fc.integer({ min: 0, max: MAX_LOAD_MS }), { minLength: 1, maxLength: 300 });

describe('the histogram of load times', () => {
  it('gives every quantile to within 9.1 %, or 10 ms', () => {
    fc.assert(
      fc.property(loadTimes, fc.double({ min: 0, max: 1, noNaN: true }), (times, share) => {
        const sorted = [...times].sort((a, b) => a - b);
        const exact = sorted[Math.max(0, Math.ceil(share * times.length) - 1)]!;
        const estimate = quantile(histogramOf(times), share)!;
        expect(Math.abs(estimate - exact)).toBeLessThanOrEqual(Math.max(10, 0.091 * exact));
      }),
    );
  });

  it('counts loads as longer only when they were, and all that were longer by 9.1 %', () => {
    fc.assert(
      fc.property(loadTimes, fc.integer({ min: 100, max: 60_000 }), (times, budget) => {
        const counted = countLonger(histogramOf(times), budget);
        expect(counted).toBeLessThanOrEqual(times.filter((ms) => ms >= budget).length);
        expect(counted).toBeGreaterThanOrEqual(times.filter((ms) => ms >= budget * 1.091).length);
      }),
    );
  });

  it('is the same however the loads are divided', () => {
    fc.assert(
      fc.property(loadTimes, loadTimes, (some, others) => {
        expect(sumHistograms([histogramOf(some), histogramOf(others)])).toEqual(
          histogramOf([...some, ...others]),
        );
      }),
    );
  });

  it('has no quantile without loads, and takes longer loads for the longest', () => {
    expect(quantile(emptyHistogram(), 0.5)).toBeNull();
    expect(quantile(histogramOf([10 * MAX_LOAD_MS]), 0.5)).toBeLessThanOrEqual(MAX_LOAD_MS);
  });
});
