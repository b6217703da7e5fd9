import { inspect } from 'node:util';

/** One expectation of a case and its result. */
export interface Check {
  title: string;
  passed: boolean;
  detail: string;
}

/** Expects something that was looked at. */
export const holds = (title: string, passed: boolean, detail = ''): Check => ({ title, passed, detail });

/** Formats a check as a line for the terminal. */
export const formatCheck = ({ passed, title, detail }: Check): string =>
  `${passed ? 'ok    ' : 'FAILED'} ${title}${detail && `: ${detail}`}`;

/** Prints checks; the process fails if one of them has. */
export function reportChecks(checks: readonly Check[]): void {
  for (const check of checks) console.log(formatCheck(check));
  if (checks.length === 0 || checks.some(({ passed }) => !passed)) process.exitCode = 1;
}

/** Runs a step and prints its checks and how long it took. One that throws has failed; the next ones run. */
export async function runStep(title: string, work: () => Promise<Check[]>): Promise<void> {
  console.log(title);
  const began = performance.now();
  const failed = (error: unknown): Check[] => [
    { title: 'the step could be done', passed: false, detail: inspect(error) },
  ];
  reportChecks(await work().catch(failed));
  console.log(`  (${formatSeconds(performance.now() - began)})`);
}

/** Formats milliseconds as seconds. */
export const formatSeconds = (ms: number | null): string =>
  ms === null ? 'never' : `${(ms / 1000).toFixed(1)} s`;

/** Returns the largest value; 0 for an empty list, null if any value is null. */
function slowest(values: readonly (number | null)[]): number | null {
  return values.includes(null) ? null : Math.max(0, ...values.map((value) => value ?? 0));
}

/** Expects at least one duration, and each within `limitMs`. */
export function expectWithin(title: string, limitMs: number, values: readonly (number | null)[]): Check {
  const worst = slowest(values);
  const ordered = values.flatMap((value) => value ?? []).sort((a, b) => a - b);
  const median = ordered[Math.floor(ordered.length / 2)] ?? 0;
  return {
    title,
    passed: worst !== null && worst <= limitMs && values.length > 0,
    detail: `${values.length} times, median ${formatSeconds(median)}, worst ${formatSeconds(worst)}`,
  };
}

/** Expects an empty list; the detail shows the first entries. */
export function expectNone(title: string, faults: readonly string[], detail = 'none'): Check {
  const shown = faults.slice(0, 3).join('; ');
  return {
    title,
    passed: faults.length === 0,
    detail: faults.length === 0 ? detail : `${faults.length}: ${shown}`,
  };
}
