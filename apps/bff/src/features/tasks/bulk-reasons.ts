import type { TaskStatus } from '@tessera/access';
import type { BulkCommand, BulkReason } from './bulk.dto';
import { groundText } from './task-grounds';

/** English text of each code. */
const texts = {
  already: 'It is so already',
  NOT_FOUND: 'There is no such task',
  INVALID_STATE: "Its status doesn't allow it",
  LIMIT_REACHED: 'The realm has no more places for unfinished tasks',
  REALM_SUSPENDED: 'Its realm is suspended: nothing starts in it',
  SEATS_HELD: 'Its login holds seats for the event',
  NOTHING_HELD: 'It holds no seats: there is no purchase to record',
  IN_USE: 'Its worker has not let go of it',
  PAYMENT_CHECK: 'Its payment is to be checked first',
  SITE_DELETED: groundText('site'),
  EVENT_DELETED: groundText('event'),
  LOGIN_DELETED: groundText('login'),
  REFUSED: 'It could not be done',
} as const;
export type BulkReasonCode = keyof typeof texts;
export const bulkReasonCodes = Object.keys(texts) as BulkReasonCode[];

const isBulkReasonCode = (code: string): code is BulkReasonCode => Object.hasOwn(texts, code);

/** Where a command says of a code something of its own. */
const ownTexts: Partial<Record<BulkCommand, Partial<Record<BulkReasonCode, string>>>> = {
  edit: { INVALID_STATE: 'A worker has it now: stop it first' },
};

/** A reason with its words; what a whole part was refused with may have a code of any kind. */
export const reasonOf = (
  command: BulkCommand,
  code: string,
  count: number,
  status: TaskStatus | null = null,
): BulkReason => {
  const known = isBulkReasonCode(code) ? code : 'REFUSED';
  return { code: known, message: ownTexts[command]?.[known] ?? texts[known], count, status };
};
