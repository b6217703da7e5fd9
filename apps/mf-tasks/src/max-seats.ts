/** The most seats of one task; the server refuses more. */
export const MAX_SEATS = 100;
