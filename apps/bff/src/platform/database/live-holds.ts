/** SQL conditions of held seats; `hold` is the table `holds` or its alias, and must not come from a request. */

/** The seat is held, and not past its time: it can be paid. */
export const liveHoldSql = (hold: string): string =>
  `(${hold}.status = 'held' AND ${hold}.expires_at > now())`;

/** The seat's time is over, which the sweep hasn't recorded yet. */
export const lapsedHoldSql = (hold: string): string =>
  `(${hold}.status = 'held' AND ${hold}.expires_at <= now())`;
