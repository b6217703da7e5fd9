/** For how many minutes nobody may act before something is escalated, unless a realm's owner sets it. */
export const defaultEscalationMinutes = 5;
/** The most minutes that a realm can set; the least is 1. */
export const maxEscalationMinutes = 120;
