import { type TaskParent, taskParents } from '@tessera/domain';
import { ApiError } from '../../../platform/errors/api-error';
import { Enum, Json } from '../../../platform/http/fields';
import { blockerTexts } from './gates';

/** What a worker can report about a failed attempt: what the site did, or what it rejected. */
export const reportedFailureKinds = [
  'rate_limited',
  'slow',
  'sold_out',
  'outage',
  'login',
  'payment',
  'limit',
] as const;
export type ReportedFailureKind = (typeof reportedFailureKinds)[number];

type Params = Readonly<Record<string, string | number | null | undefined>>;

/** "1 seat", "2 seats". */
export const seatsText = (count: unknown): string => `${String(count)} ${count === 1 ? 'seat' : 'seats'}`;
/** The worker's message about a failed attempt, or the server's if no worker could report. */
const failure = ({ words, failure: code }: Params): string =>
  words ? String(words) : code === 'SECRETS_UNREADABLE' ? texts.SECRETS_UNREADABLE() : texts.WORKER_LOST();

/** English text of each reason, for API clients that don't translate its code. */
const texts = {
  PAUSED_BY: ({ who }: Params) => `Paused by ${who}`,
  STOPPED_BY: ({ who }: Params) => `Stopped by ${who}`,
  STOPPING_BY: ({ who }: Params) => `Stopping: requested by ${who}`,
  STOPPED: () => 'Stopped',
  STOPPED_AFTER: (params: Params) => `Stopped. Last: ${failure(params)}`,
  STOPPED_WORKER_LOST: () => 'Stopped: contact with the worker was lost',
  TARGET_WON: ({ count }: Params) => `Stopped: the job has won its ${count} seats`,
  REHEARSAL_ENDED: () => 'Stopped: the rehearsal has ended',
  MARKED_BOUGHT_BY: ({ who }: Params) => `Marked as bought by ${who}`,
  BOUGHT_ALREADY_BY: ({ who }: Params) => `Already bought, according to ${who}`,
  SEATS_HELD: (params: Params) => `${seatsText(params['count'])} held`,
  SEATS_BOUGHT: (params: Params) => `${seatsText(params['count'])} bought`,
  BOUGHT_BY_TASK: (params: Params) =>
    `${seatsText(params['count'])} bought by task ${params['task']} of the same login`,
  BOUGHT_BY_TASKS: (params: Params) =>
    `${seatsText(params['count'])} bought by other tasks of the same login`,
  RECORD_REVERSED_BY: ({ who }: Params) => `The record of its purchase was reversed by ${who}`,
  SEATS_REMOVED_BY: (params: Params) =>
    `${seatsText(params['count'])} removed from the cart by ${params['who']}`,
  HOLDS_LAPSED: () => 'Its seats expired: queued once more',
  HOLDS_LAPSED_AGAIN: () => 'Its seats expired twice',
  WORKER_LOST: () => 'Lost contact with the worker',
  SECRETS_UNREADABLE: () => "The login's secrets can't be opened",
  TRY_FAILED: (params: Params) =>
    `${failure(params)} (retry ${params['retry']} of ${params['max_retries']} in ${params['wait_s']} s)`,
  PAYMENT_FAILED: (params: Params) =>
    `${failure(params)} (retry ${params['retry']} in ${params['wait_s']} s)`,
  RETRIES_USED_UP: (params: Params) => `${failure(params)} (no retries left)`,
  GIVEN_BACK: () => 'Released by its worker',
  GIVEN_BACK_BECAUSE: ({ obstacle }: Params) =>
    `Released by its worker: ${blockerTexts[obstacle as keyof typeof blockerTexts]}`,
  NOT_PAID_BY: ({ who }: Params) => `Not paid, according to ${who}`,
  SITE_PAID: (params: Params) => `The site was paid for ${seatsText(params['count'])}`,
  SITE_NOT_PAID: () => 'The site was not paid',
  COPY_OF: ({ task }: Params) => `Copy of task ${task}`,
  FIELDS_CHANGED: ({ fields }: Params) => String(fields),
};

type TaskReasonCode = keyof typeof texts;
const taskReasonCodes = Object.keys(texts) as TaskReasonCode[];

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
    : { message: texts[message.code](message.params as Params), reason: message };

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
