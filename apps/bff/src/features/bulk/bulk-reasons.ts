import type { TaskStatus } from '@tessera/domain';
import type { BulkCommand, BulkReason } from './bulk.dto';
import { type BulkReasonCode, bulkReasonTexts, isBulkReasonCode } from './bulk-reason-texts';

/** Where a command says of a code something of its own. */
const ownTexts: Partial<Record<BulkCommand, Partial<Record<BulkReasonCode, string>>>> = {
  edit: { INVALID_STATE: 'A worker has it now: stop it first' },
};

/** A reason with its words; what a whole part was refused with may have a code of any kind. */
export const bulkReason = (
  command: BulkCommand,
  code: string,
  count: number,
  status: TaskStatus | null = null,
): BulkReason => {
  const known = isBulkReasonCode(code) ? code : 'REFUSED';
  return { code: known, message: ownTexts[command]?.[known] ?? bulkReasonTexts[known], count, status };
};
