/** For how many minutes after its expiry a hold can be recorded as paid in time. */
export const lateMinutes = 10;

/** For how many minutes a person reverses their own record without a reason. */
const ownRecordMinutes = 15;

const MINUTE_MS = 60_000;

/** Until when a hold can be recorded as paid; both in epoch milliseconds. */
export const lateUntil = (expiresAt: number): number => expiresAt + lateMinutes * MINUTE_MS;

/** Whether a ticket's status may change; all but ACTIVE are final, except for a short undo. */
export const mayMarkTicket = ({ status }: { status: string }): boolean => status === 'ACTIVE';

/** Whether somebody may reverse the record of a purchase without a reason: their own, while it is recent. */
export const mayReverseWithoutReason = (
  viewerId: number | null,
  { confirmed_by, age_ms }: { confirmed_by: number | null; age_ms: number },
): boolean => confirmed_by !== null && confirmed_by === viewerId && age_ms < ownRecordMinutes * MINUTE_MS;

/**
 * Why somebody may not reverse a record; null when they may. Who only has the duty to pay reverses their own records; where
 * paying and reversing are separated, nobody reverses what they recorded themselves, by a service token of theirs either:
 * `person` is who created the token, of people they themselves.
 */
export function reversalRefusal(
  viewer: { id: number | null; person: number | null; reversesOthers: boolean; separate: boolean },
  { confirmed_by, person }: { confirmed_by: number | null; person: number | null },
): 'RECORD_OF_OTHERS' | 'OWN_PAYMENT' | null {
  const isOwn = confirmed_by !== null && confirmed_by === viewer.id;
  if (viewer.separate && (isOwn || (person !== null && person === viewer.person))) return 'OWN_PAYMENT';
  return isOwn || viewer.reversesOthers ? null : 'RECORD_OF_OTHERS';
}
