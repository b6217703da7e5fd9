import { text } from '../texts';
import { formatTaskFailure, formatTaskReason, type TaskReason } from './format-task-reason';

export type { TaskReason };

/** Formats why an attempt failed, in the current language. */
export const taskFailureText = (reason: TaskReason): string => formatTaskFailure(text, reason);

/** Formats a task's reason in the current language. */
export const taskReasonText = (reason: TaskReason | null | undefined, message: string | null): string =>
  formatTaskReason(text, reason, message);

/** What a reason says, as lists filter and group by it: a worker's words, or the code of a reason. */
export const formatReason = (reason: string): string =>
  /^[A-Z_]+$/.test(reason) ? formatTaskReason(text, { code: reason, params: {} }, reason) : reason;
