/**
 * Stops `Date.now`, so that countdowns and ages read the same however long a page takes to draw. Timers go on.
 *
 * @param at ISO 8601 instant
 */
export function stopClock(at: string): void {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse(at));
}
