import { text } from '../texts';
import { formatTaskFailure, formatTaskReason, type TaskReason } from './format-task-reason';

export type { TaskReason };

/** Formats why an attempt failed, in the current language. */
export const taskFailureText = (reason: TaskReason): string => formatTaskFailure(text, reason);

/** Formats a task's reason in the current language. */
export const taskReasonText = (reason: TaskReason | null | undefined, message: string | null): string =>
  formatTaskReason(text, reason, message);
