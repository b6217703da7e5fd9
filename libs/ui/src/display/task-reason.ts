import { text } from '../texts';
import { formatTaskFailure, formatTaskReason, type TaskReason } from './format-task-reason';

export type { TaskReason };

/** Why a try failed, in the language of the moment. */
export const taskFailureText = (reason: TaskReason): string => formatTaskFailure(text, reason);

/** A task's reason in the language of the moment. */
export const taskReasonText = (reason: TaskReason | null | undefined, message: string | null): string =>
  formatTaskReason(text, reason, message);
