/** Failed guesses at passwords and codes count for so long. */
export const GUESS_WINDOW_S = 15 * 60;

/** An answer says when to try again: in at most so many seconds. How many are left depends on how fast the machine is. */
export function expectRetryWithin(headers: Headers, seconds: number): void {
  const after = Number(headers.get('retry-after'));
  expect(after).toBeGreaterThan(0);
  expect(after).toBeLessThanOrEqual(seconds);
}
