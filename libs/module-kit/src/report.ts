/** Where a command writes what it does. */
export interface Report {
  /** A line for the person; left out with `--json`. */
  line: (text: string) => void;
  /** Does a step of the work and reports what it did and how long it took. */
  step: <T>(describe: (result: T) => string, work: () => Promise<T>) => Promise<T>;
}

/** Makes a report that writes lines. */
export const createReport = (write: (line: string) => void): Report => ({
  line: write,
  step: async (describe, work) => {
    const began = performance.now();
    const result = await work();
    write(`${describe(result)} (${formatDuration(performance.now() - began)})`);
    return result;
  },
});

/** e.g. `32 ms`, `1.4 s`. */
export const formatDuration = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
