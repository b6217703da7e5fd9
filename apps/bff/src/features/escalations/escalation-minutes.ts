/** For how many minutes nobody may act before something is escalated: the default and the bounds of a realm's setting. */
export const DEFAULT_MINUTES = 5;
export const MAX_MINUTES = 120;
