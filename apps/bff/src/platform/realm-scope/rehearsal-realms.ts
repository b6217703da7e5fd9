/** Ids of rehearsal realms begin here, so that one comparison separates them from the realms that people work in. */
export const FIRST_REHEARSAL_REALM = 1_000_000_000;

/** Whether a realm is that of a rehearsal, which counts in no figure of the realms that people work in. */
export const isRehearsalRealm = (realmId: number | null): boolean =>
  realmId !== null && realmId >= FIRST_REHEARSAL_REALM;
