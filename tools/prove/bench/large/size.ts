/** How much the large installation holds. */
export interface Size {
  tasks: number;
  realms: number;
  eventsPerTask: number;
}

/** The size that docs/operate/scaling.md speaks of. */
export const fullSize: Size = { tasks: 2_000_000, realms: 2000, eventsPerTask: 10 };

/** The realm with a tenth of all tasks; the others share the rest evenly. */
export const LARGE_REALM = 1;
/** A realm of ordinary size. */
export const ORDINARY_REALM = 7;
/** Days that the rows are spread over. */
export const DAYS = 365;
export const SITES = 20;
export const EVENTS = 2000;
export const JOB_TASKS = 100;
/** Logins of the large realm, and of each other one; each has the same number at each site. */
export const LOGINS = { large: 2000, ordinary: 40 };
