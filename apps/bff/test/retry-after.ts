/** How long failed guesses at passwords and codes count. */
export const GUESS_WINDOW_S = 15 * 60;

/** Expects a Retry-After of at most some seconds; the exact number depends on the speed of the machine. */
export function expectRetryWithin(headers: Headers, seconds: number): void {
  const after = Number(headers.get('retry-after'));
  expect(after).toBeGreaterThan(0);
  expect(after).toBeLessThanOrEqual(seconds);
}
