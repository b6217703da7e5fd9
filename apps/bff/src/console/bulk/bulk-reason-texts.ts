import { deletedParentText } from '../../work';

/** Why a bulk command skips tasks: English text of each code. */
export const bulkReasonTexts = {
  already: 'There is nothing to do',
  NOT_FOUND: 'There is no such task',
  INVALID_STATE: "Its status doesn't allow it",
  LIMIT_REACHED: 'The realm has no free slots for unfinished tasks',
  REALM_SUSPENDED: 'Its realm is suspended: nothing starts in it',
  SEATS_HELD: 'Its login holds seats for the event',
  NOTHING_HELD: 'It holds no seats: there is no purchase to record',
  CLAIMED_BY_OTHER: 'Someone else is paying its basket',
  RECORDED_BEFORE: 'Its seats are recorded as purchased already',
  HELD_ELSEWHERE: 'Its seats are held by other tasks',
  IN_USE: 'Its worker has not released it',
  PAYMENT_CHECK: 'Its payment must be checked first',
  SITE_DELETED: deletedParentText('site'),
  EVENT_DELETED: deletedParentText('event'),
  LOGIN_DELETED: deletedParentText('login'),
  SUPERSEDED: 'A later command changed it',
  REFUSED: 'The command failed',
} as const;
export type BulkReasonCode = keyof typeof bulkReasonTexts;
export const bulkReasonCodes = Object.keys(bulkReasonTexts) as BulkReasonCode[];

export const isBulkReasonCode = (code: string): code is BulkReasonCode =>
  Object.hasOwn(bulkReasonTexts, code);
