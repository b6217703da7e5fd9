/** Formats an amount in its currency. */
export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount);

/** Formats a date and time in UTC. */
export const dayAndTime = (epochMs: number): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(epochMs)} UTC`;

/** `1 seat`, `2 seats`. */
export const seatCount = (count: number): string => `${count} ${count === 1 ? 'seat' : 'seats'}`;
