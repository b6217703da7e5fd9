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

/** CPU time of some work per unit of its size. */
const costPerUnit = (work: (size: number) => void, size: number): number =>
  Math.min(...Array.from({ length: RUNS }, () => costOf(() => work(size)))) / size;

/**
 * How much dearer each unit becomes when there are 16 times as many: about 1 for linear work, 16 for quadratic. `size`
 * should cost a millisecond or more.
 */
export function costGrowth(work: (size: number) => void, size: number): number {
  work(size);
  return costPerUnit(work, size * 16) / costPerUnit(work, size);
}

/** Fixed cost of a request; smaller differences don't matter. */
const FLOOR_MS = 5;
/** Allowed growth of the cost per unit: far below that of quadratic work, above noise. */
const MARGIN = 3;

/**
 * Whether something costs more than linearly more CPU time when it is `factor` times as large, in words; null where it
 * doesn't. A pair that seems so is measured again, and its cheapest runs count.
 */
export async function hasGrown(
  factor: number,
  small: () => Promise<number>,
  large: () => Promise<number>,
): Promise<string | null> {
  const isGrown = () => after > factor * MARGIN * Math.max(before, FLOOR_MS);
  let [before, after] = [0, await large()];
  // Most are cheap at the large size already: what the small one costs then changes nothing.
  if (isGrown()) before = await small();
  for (let run = 1; run < RUNS && isGrown(); run += 1) {
    before = Math.min(before, await small());
    after = Math.min(after, await large());
  }
  return isGrown()
    ? `${after.toFixed(0)} ms rather than ${before.toFixed(0)}, ${factor} times as large`
    : null;
}
