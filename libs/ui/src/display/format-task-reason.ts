import { taskReasons as english } from '../texts/en/task-reasons';
import type { Translate } from '../texts/text-types';

/** A reason as the server gives it: its code, and the names, numbers and words in it. */
export interface TaskReason {
  code: string;
  params: Readonly<Record<string, unknown>>;
}

type ReasonTexts = Translate<typeof english>;

const { taskReasons, obstacles } = english;
const has = (texts: object, code: string): boolean =>
  Object.hasOwn(texts, code) || Object.hasOwn(texts, `${code}_other`);

/** Why a try failed: in its worker's words, or in the reader's language where there was no worker to say. */
export function formatTaskFailure(text: ReasonTexts, { params: { words, failure } }: TaskReason): string {
  if (typeof words === 'string') return words;
  return typeof failure === 'string' && has(taskReasons, failure)
    ? text(`taskReasons.${failure as 'WORKER_LOST'}`)
    : '';
}

/** A task's reason by the texts of a language; one that only a newer server knows is given in the server's words. */
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
