import type { TaskStatus } from '@tessera/domain';
import type { BulkCommand, BulkReason } from './bulk.dto';
import { type BulkReasonCode, bulkReasonTexts, isBulkReasonCode } from './bulk-reason-texts';

/** Texts of codes that differ for a command. */
const commandTexts: Partial<Record<BulkCommand, Partial<Record<BulkReasonCode, string>>>> = {
  edit: { INVALID_STATE: 'A worker has it now: stop it first' },
};

/** A reason with its text. An unknown code, which an error of a whole batch can have, becomes REFUSED. */
export const bulkReason = (
  command: BulkCommand,
  code: string,
  count: number,
  status: TaskStatus | null = null,
): BulkReason => {
  const known = isBulkReasonCode(code) ? code : 'REFUSED';
  return { code: known, message: commandTexts[command]?.[known] ?? bulkReasonTexts[known], count, status };
};
