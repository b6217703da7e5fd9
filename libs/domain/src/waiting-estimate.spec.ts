import fc from 'fast-check';
import { estimateWait, type PositionSample } from './waiting-estimate';

const MINUTE = 60_000;

/** Positions each `every` ms: `from` people in front, of which `pace` a minute leave. */
const steady = (from: number, pace: number, { every = 5_000, count = 60 } = {}): PositionSample[] =>
  Array.from({ length: count }, (_, index) => ({
    at: index * every,
    position: Math.max(0, Math.round(from - (pace * index * every) / MINUTE)),
  }));
const endOf = (samples: readonly PositionSample[]) => samples.at(-1)?.at ?? 0;

describe('estimateWait', () => {
  it('gives the pace and the wait of a queue that moves steadily', () => {
    const samples = steady(1000, 120);
    const { pace, wait } = estimateWait(samples, endOf(samples));
    expect(pace).toBeCloseTo(120, 0);
    // After 295 s 410 are in front: 205 s at 120 a minute.
    expect(wait?.likely).toBeCloseTo(205, -1);
    expect(wait?.earliest).toBeLessThanOrEqual((wait?.likely ?? 0) * 0.9);
    expect(wait?.latest).toBeGreaterThanOrEqual((wait?.likely ?? 0) * 1.1);
  });

  it.each([
    ['no position', [], 0],
    ['three positions', steady(100, 60, { count: 3 }), 20_000],
    ['a few seconds', steady(100, 600, { count: 5, every: 1_000 }), 5_000],
  ] as const)('says nothing from %s', (_, samples, now) => {
    expect(estimateWait(samples, now)).toEqual({ pace: null, wait: null });
  });

  it('says nothing about a wait that is far longer than the time it was watched', () => {
    const samples = steady(90_000, 60, { count: 12 });
    const { pace, wait } = estimateWait(samples, endOf(samples));
    expect(pace).toBeCloseTo(60, 0);
    expect(wait).toBeNull();
  });

  it('has no wait at the front', () => {
    expect(estimateWait([{ at: 0, position: 0 }], 5).wait).toEqual({ earliest: 0, likely: 0, latest: 0 });
  });

  it('slows down while a queue stands still, and ends without an estimate', () => {
    const samples = steady(1000, 120);
    const moving = estimateWait(samples, endOf(samples)).pace ?? 0;
    const paused = estimateWait(samples, endOf(samples) + 4 * MINUTE);
    expect(paused.pace).toBeLessThan(moving);
    expect(paused.wait?.latest ?? null).toBeNull();
    expect(estimateWait(samples, endOf(samples) + 20 * MINUTE)).toEqual({ pace: 0, wait: null });
  });

  it('ignores the time before the place joined again at the back', () => {
    const before = steady(500, 100, { count: 30 });
    const again = steady(4000, 240, { count: 30 }).map(({ at, position }) => ({
      at: at + 160_000,
      position,
    }));
    const now = endOf(again);
    expect(estimateWait([...before, ...again], now)).toEqual(estimateWait(again, now));
  });

  it('is hardly moved by one wrong position', () => {
    const samples = steady(1000, 120);
    const wrong = samples.map((sample, index) => (index === 40 ? { ...sample, position: 1 } : sample));
    // What follows the wrong one looks like joining again, so the rest alone counts.
    expect(estimateWait(wrong, endOf(wrong)).pace).toBeCloseTo(120, -1);
  });

  it('finds the wait of a queue that lets people in by bursts', () => {
    const samples = Array.from({ length: 20 }, (_, index) => ({
      at: index * 30_000,
      position: 3000 - 100 * index,
    }));
    const { pace, wait } = estimateWait(samples, endOf(samples) + 10_000);
    expect(pace).toBeGreaterThan(180);
    expect(pace).toBeLessThan(220);
    expect(wait?.earliest).toBeLessThan(330);
    expect(wait?.latest).toBeGreaterThan(330);
  });

  it('is never negative, and its interval holds the likely wait', () => {
    const sample = fc.record({
      at: fc.integer({ min: 0, max: 3_600_000 }),
      position: fc.integer({ min: 0, max: 100_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(sample, { maxLength: 80 }),
        fc.integer({ min: 0, max: 7_200_000 }),
        (drawn, now) => {
          const { pace, wait } = estimateWait(
            drawn.toSorted((a, b) => a.at - b.at),
            now,
          );
          if (pace !== null) expect(pace).toBeGreaterThanOrEqual(0);
          if (!wait) return;
          expect(wait.earliest).toBeGreaterThanOrEqual(0);
          expect(wait.earliest).toBeLessThanOrEqual(wait.likely);
          if (wait.latest !== null) expect(wait.latest).toBeGreaterThanOrEqual(wait.likely);
        },
      ),
    );
  });

  it('holds the true wait in nine of ten queues that let people in at random', () => {
    let held = 0;
    const runs = 200;
    for (let seed = 1; seed <= runs; seed += 1) {
      const random = randomOf(seed);
      const pace = 30 + random() * 300;
      const start = pace * (6 + random() * 10);
      const samples: PositionSample[] = [];
      let at = 0;
      for (let position = Math.round(start); position >= 0; position -= 1) {
        samples.push({ at, position });
        at += (-Math.log(1 - random()) * MINUTE) / pace;
      }
      const now = (samples.at(-1)?.at ?? 0) / 2;
      const { wait } = estimateWait(samples, now);
      const left = ((samples.at(-1)?.at ?? 0) - now) / 1000;
      if (wait && wait.earliest <= left && left <= (wait.latest ?? Infinity)) held += 1;
    }
    expect(held / runs).toBeGreaterThanOrEqual(0.9);
  });
});

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
