/** Measurements of each size; the fastest counts. */
const RUNS = 5;

/** CPU time of this process since a reading, in ms, which other load on the machine doesn't affect. */
export function cpuMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function costOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return cpuMs(before);
}

/** Most measurements of each size by `costGrowth`, and the growth that is surely linear, so that it needs no more of them. */
const MAX_RUNS = 25;
const LINEAR = 2;

/**
 * By what factor the cost of a unit grows when there are 16 times as many: about 1 for linear work, 16 for quadratic. `size`
 * should cost a millisecond or more. Other load on the machine makes some runs dearer, so the cheapest counts.
 */
export function costGrowth(work: (size: number) => void, size: number): number {
  work(size);
  let [small, large] = [Infinity, Infinity];
  const growth = () => large / 16 / small;
  for (let run = 0; run < RUNS || (run < MAX_RUNS && growth() > LINEAR); run += 1) {
    small = Math.min(
      small,
      costOf(() => work(size)),
    );
    large = Math.min(
      large,
      costOf(() => work(size * 16)),
    );
  }
  return growth();
}

/** Fixed cost of a request; smaller differences don't matter. */
const FLOOR_MS = 5;
/** Allowed growth of the cost per unit: far below that of quadratic work, above noise. */
const MARGIN = 3;

/**
 * Describes how CPU time grows more than linearly when the size grows by `factor`; null when it doesn't. A pair that
 * seems to grow is measured again, and its cheapest runs count.
 */
export async function findGrowth(
  factor: number,
  small: () => Promise<number>,
  large: () => Promise<number>,
): Promise<string | null> {
  const isGrown = () => after > factor * MARGIN * Math.max(before, FLOOR_MS);
  let [before, after] = [0, await large()];
  // Most are cheap even at the large size, so that the small one needn't be measured.
  if (isGrown()) before = await small();
  for (let run = 1; run < RUNS && isGrown(); run += 1) {
    before = Math.min(before, await small());
    after = Math.min(after, await large());
  }
  return isGrown()
    ? `${after.toFixed(0)} ms rather than ${before.toFixed(0)}, ${factor} times as large`
    : null;
}
