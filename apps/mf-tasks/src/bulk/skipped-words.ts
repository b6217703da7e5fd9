import type { BulkReason, BulkTasksDto } from '@tessera/api';
import { skippedText, stateLabel, type Skipped } from '@tessera/ui';
import type { TasksTexts } from '../texts';
import { en } from '../texts/en';

type Command = BulkTasksDto['command'];
type Reason = { code: string } & Pick<BulkReason, 'message'> & { status?: BulkReason['status'] };

const { cannot, already, because } = en.bulk.skipped;

/** Whether texts have a plural of this name. */
const has = (texts: object, name: string): boolean => Object.hasOwn(texts, `${name}_other`);

type Cannot = 'start' | 'stop' | 'pause' | 'resume' | 'mark_bought' | 'edit';
type Already = Exclude<Cannot, 'edit'>;
type Because = 'NOT_FOUND' | 'LIMIT_REACHED' | 'NOTHING_HELD' | 'SEATS_HELD' | 'IN_USE' | 'REALM_SUSPENDED';

/** The command that others are worded as: tasks become bought by either. */
const wordedAs = (command: Command): Command => (command === 'mark_tasks_bought' ? 'mark_bought' : command);

/** Why a command leaves tasks out: reads on from their count, or from a task's name. */
export function reasonWords(
  t: TasksTexts,
  asked: Command,
  { code, message, status }: Reason,
  count = 1,
): string {
  const command = wordedAs(asked);
  if (code === 'INVALID_STATE' && has(cannot, command)) {
    const words = t(`bulk.skipped.cannot.${command as Cannot}`, { count });
    return status
      ? t('bulk.skipped.inState', { cannot: words, state: stateLabel('task', status) })
      : t('bulk.skipped.now', { cannot: words });
  }
  if (code === 'already' && has(already, command))
    return t(`bulk.skipped.already.${command as Already}`, { count });
  // A newer server's reasons come in its own words.
  return has(because, code) ? t(`bulk.skipped.because.${code as Because}`, { count }) : message;
}

/** The tasks that a command leaves out, by reason. */
export const skippedOf = (
  t: TasksTexts,
  command: Command,
  reasons: readonly (Reason & Pick<BulkReason, 'count'>)[],
): Skipped[] =>
  reasons.map((reason) => ({ count: reason.count, text: reasonWords(t, command, reason, reason.count) }));

/** "Skipped 45: 44 can't be paused: Bought, 1 is already paused"; empty when none is. */
export const skippedSentence = (
  t: TasksTexts,
  command: Command,
  reasons: readonly (Reason & Pick<BulkReason, 'count'>)[],
): string => skippedText(skippedOf(t, command, reasons));
