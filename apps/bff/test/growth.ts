/** How often each size is measured; the least disturbed run counts. */
const RUNS = 5;

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** CPU time that a work of a size takes per unit of size. */
const costPerUnit = (work: (size: number) => void, size: number): number =>
  Math.min(...Array.from({ length: RUNS }, () => cpuMs(() => work(size)))) / size;

/**
 * How much dearer each unit becomes when there are 16 times as many: about 1 for linear work, 16 for quadratic. CPU
 * time of this process alone, so that other load on the machine doesn't count; `size` should cost a millisecond or more.
 */
export function costGrowth(work: (size: number) => void, size: number): number {
  work(size);
  return costPerUnit(work, size * 16) / costPerUnit(work, size);
}
