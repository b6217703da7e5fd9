/** SQL conditions of held and purchased seats. The arguments are tables or their aliases, and must not come from a request. */

/** The seat is held, and not past its time: it can be paid. */
export const liveHoldSql = (hold: string): string =>
  `(${hold}.status = 'held' AND ${hold}.expires_at > now())`;

/** The seat's time is over, which the sweep hasn't recorded yet. */
export const expiredHoldSql = (hold: string): string =>
  `(${hold}.status = 'held' AND ${hold}.expires_at <= now())`;

/** The seat was purchased, by a record that is neither cancelled nor deleted. */
export const purchasedSeatSql = (ticket: string): string =>
  `(${ticket}.status <> 'CANCELLED' AND ${ticket}.deleted_at IS NULL)`;

/** The seat cost money: cancelling or deleting its ticket brings none back, and a record that was reversed spent none. */
export const spentSeatSql = (ticket: string): string => `${ticket}.reversed_at IS NULL`;
