import {
  formatTaskFailure,
  formatTaskReason,
  isCode,
  messageText,
  type TaskReason,
} from '@tessera/domain/messages';
import { currentLanguage } from '@tessera/ui';

export type { TaskReason };

/** Formats why an attempt failed, in the current language. */
export const taskFailureText = (reason: TaskReason): string => formatTaskFailure(currentLanguage(), reason);

/** Formats a task's reason in the current language. */
export const taskReasonText = (reason: TaskReason | null | undefined, message: string | null): string =>
  formatTaskReason(currentLanguage(), reason, message);

/** What a reason says, as lists filter and group by it: a worker's words, or the code of a reason. */
export const formatReason = (reason: string): string =>
  /^[A-Z_]+$/.test(reason) ? taskReasonText({ code: reason, params: {} }, reason) : reason;

/** Formats a code with its parameters in the current language; an unknown code (of a newer server) is the server's message. */
export const codeText = (
  section: 'advice' | 'causes' | 'planReasons',
  { code, message }: { code: string; message: string },
  params: Readonly<Record<string, unknown>>,
): string => (isCode(section, code) ? messageText(currentLanguage(), section, code, params) : message);
