/** Fields that only administrators change; a realm chooses guid and site of the events that it creates. */
export const adminEventFields = ['max_per_customer', 'guid', 'site_id'] as const;

/** Whether somebody may set a field of an event. */
export const maySetEventField = (
  isAdmin: boolean,
  field: (typeof adminEventFields)[number],
  isNew: boolean,
): boolean => isAdmin || (isNew && field !== 'max_per_customer');

/** Whether somebody may change an event, unless another realm uses it, which only the server knows. */
export const mayChangeEvent = (
  { isAdmin, realmId }: { isAdmin: boolean; realmId: number | null },
  { created_by_realm_id }: { created_by_realm_id: number | null },
): boolean => isAdmin || (realmId !== null && created_by_realm_id === realmId);
