/**
 * Stops `Date.now`, so that countdowns and ages don't depend on how long a page takes to render. Timers still run.
 *
 * @param at ISO 8601 instant
 */
export function stopClock(at: string): void {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse(at));
}
