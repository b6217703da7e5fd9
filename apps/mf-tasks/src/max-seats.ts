/** Seats that one task may be told to get; the server refuses more. */
export const MAX_SEATS = 100;
