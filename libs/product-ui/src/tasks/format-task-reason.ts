import type { Translate } from '@tessera/ui';
import { taskReasons as english } from '../texts/en/task-reasons';

/** The reason for a task's state as the server sends it: a code and its parameters. */
export interface TaskReason {
  code: string;
  params: Readonly<Record<string, unknown>>;
}

type ReasonTexts = Translate<typeof english>;

const { taskReasons, obstacles } = english;
const has = (texts: object, code: string): boolean =>
  Object.hasOwn(texts, code) || Object.hasOwn(texts, `${code}_other`);

/** Formats why an attempt failed: the worker's own message, or a text for the failure's code. */
export function formatTaskFailure(text: ReasonTexts, { params: { words, failure } }: TaskReason): string {
  if (typeof words === 'string') return words;
  return typeof failure === 'string' && has(taskReasons, failure)
    ? text(`taskReasons.${failure as 'WORKER_LOST'}`)
    : '';
}

/** Formats a task's reason by the texts of a language; an unknown reason (of a newer server) is the server's message. */
export function formatTaskReason(
  text: ReasonTexts,
  reason: TaskReason | null | undefined,
  message: string | null,
): string {
  if (!reason || !has(taskReasons, reason.code)) return message ?? '';
  const { obstacle } = reason.params;
  const values: Record<string, string | number> = { failure: formatTaskFailure(text, reason) };
  if (typeof obstacle === 'string')
    values['obstacle'] = has(obstacles, obstacle)
      ? text(`obstacles.${obstacle as 'EVENT_CLOSED'}`)
      : obstacle;
  for (const [name, value] of Object.entries(reason.params))
    if (!(name in values) && (typeof value === 'string' || typeof value === 'number')) values[name] = value;
  return text(`taskReasons.${reason.code as 'STOPPED'}`, values);
}
