import { text } from '../texts';
import { en } from '../texts/en';

/** A reason as the server gives it: its code, and the names, numbers and words in it. */
export interface TaskReason {
  code: string;
  params: Readonly<Record<string, unknown>>;
}

const { taskReasons, obstacles } = en;
const has = (texts: object, code: string): boolean =>
  Object.hasOwn(texts, code) || Object.hasOwn(texts, `${code}_other`);

/** Why a try failed: in its worker's words, or in the reader's language where there was no worker to say. */
export function taskFailureText({ params: { words, failure } }: TaskReason): string {
  if (typeof words === 'string') return words;
  return typeof failure === 'string' && has(taskReasons, failure)
    ? text(`taskReasons.${failure as 'WORKER_LOST'}`)
    : '';
}

/** A task's reason in the language of the moment; one that only a newer server knows is given in the server's words. */
export function taskReasonText(reason: TaskReason | null | undefined, message: string | null): string {
  if (!reason || !has(taskReasons, reason.code)) return message ?? '';
  const { obstacle } = reason.params;
  const values: Record<string, string | number> = { failure: taskFailureText(reason) };
  if (typeof obstacle === 'string')
    values['obstacle'] = has(obstacles, obstacle)
      ? text(`obstacles.${obstacle as 'EVENT_CLOSED'}`)
      : obstacle;
  for (const [name, value] of Object.entries(reason.params))
    if (!(name in values) && (typeof value === 'string' || typeof value === 'number')) values[name] = value;
  return text(`taskReasons.${reason.code as 'STOPPED'}`, values);
}
