import { type TaskParent, taskParents } from '@tessera/domain';
import { formatTaskReason, type TaskReasonCode, taskReasonCodes } from '@tessera/domain/messages';
import { ApiError } from '../../../platform/errors/api-error';
import { Enum, Json } from '../../../platform/http/fields';

/** What a worker can report about a failed attempt: what the site did, or what it rejected. */
export const reportedFailureKinds = [
  'rate_limited',
  'slow',
  'sold_out',
  'outage',
  'login',
  'payment',
  'limit',
  'budget',
] as const;
export type ReportedFailureKind = (typeof reportedFailureKinds)[number];

type Params = Readonly<Record<string, string | number | null | undefined>>;

/** Why a task has its status or what happened to it, so that pages can word it in the reader's language. */
export class TaskReason {
  @Enum(taskReasonCodes) code: TaskReasonCode;
  @Json({ description: 'Names, numbers and words in the message, by name' }) params: Record<string, unknown>;
}

/** The message about a change: one of the product's reasons, or free text of a worker or a person. */
export type TaskMessage = TaskReason | string;

/**
 * SQL of what a reason says without what differs between attempts, such as the number of the retry: the worker's words, or a code.
 * Empty without a reason.
 *
 * @param reason SQL of a `TaskReason`, which may be null
 * @param message SQL of its message as text
 */
export const reasonTextSql = (reason: string, message: string): string =>
  `coalesce(${reason} -> 'params' ->> 'words', ${reason} -> 'params' ->> 'failure', ${reason} ->> 'code', ${message}, '')`;

export const taskReason = (code: TaskReasonCode, params: Params = {}): TaskReason => ({ code, params });

/** A message as English text and reason; the reason is null for free text. */
export const messageColumns = (
  message: TaskMessage | null,
): { message: string | null; reason: TaskReason | null } =>
  typeof message === 'string' || message === null
    ? { message, reason: null }
    : { message: formatTaskReason('en', message, null), reason: message };

/** The code of a deleted parent, such as `LOGIN_DELETED`. */
export const deletedParentCode = <P extends TaskParent>(deleted: P): `${Uppercase<P>}_DELETED` =>
  `${deleted.toUpperCase() as Uppercase<P>}_DELETED`;
export const deletedParentCodes = taskParents.map((parent) => deletedParentCode(parent));

export const deletedParentText = (deleted: TaskParent): string => `Its ${deleted} was deleted`;

/** 409 CONFLICT that names the deleted parent; the trigger `refuse_deleted_parents` raises the same for new rows. */
export const parentDeletedError = (deleted: TaskParent): ApiError =>
  new ApiError('CONFLICT', `${deletedParentText(deleted)}: it can't be started again`, {
    reason: 'PARENT_DELETED',
    context: { field: `${deleted}_id` },
  });
