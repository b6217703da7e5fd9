import type { BulkReason, BulkTasksDto } from '@tessera/api';
import { type Skipped, skippedText, stateLabel } from '@tessera/ui';
import type { TasksTexts } from '../texts';
import { en } from '../texts/en';

type Command = BulkTasksDto['command'];
type Reason = { code: string } & Pick<BulkReason, 'message'> & { status?: BulkReason['status'] };

const { cannot, already, because } = en.bulk.skipped;

/** Whether the texts have a plural with this name. */
const hasPlural = (texts: object, name: string): boolean => Object.hasOwn(texts, `${name}_other`);

type CannotCommand = 'start' | 'stop' | 'pause' | 'resume' | 'mark_bought' | 'edit';
type AlreadyCommand = Exclude<CannotCommand, 'edit'>;
type ReasonCode =
  'NOT_FOUND' | 'LIMIT_REACHED' | 'NOTHING_HELD' | 'SEATS_HELD' | 'IN_USE' | 'REALM_SUSPENDED';

/** The command whose wording applies: both commands mark tasks as bought. */
const wordingCommand = (command: Command): Command =>
  command === 'mark_tasks_bought' ? 'mark_bought' : command;

/** Says why a command skips tasks; follows their count or a task's name. */
export function skipReasonText(
  t: TasksTexts,
  requested: Command,
  { code, message, status }: Reason,
  count = 1,
): string {
  const command = wordingCommand(requested);
  if (code === 'INVALID_STATE' && hasPlural(cannot, command)) {
    const refusal = t(`bulk.skipped.cannot.${command as CannotCommand}`, { count });
    return status
      ? t('bulk.skipped.inState', { cannot: refusal, state: stateLabel('task', status) })
      : t('bulk.skipped.now', { cannot: refusal });
  }
  if (code === 'already' && hasPlural(already, command))
    return t(`bulk.skipped.already.${command as AlreadyCommand}`, { count });
  // Reasons of a newer server have no text here: its message is shown.
  return hasPlural(because, code) ? t(`bulk.skipped.because.${code as ReasonCode}`, { count }) : message;
}

/** The tasks that a command skips, by reason. */
export const describeSkipped = (
  t: TasksTexts,
  command: Command,
  reasons: readonly (Reason & Pick<BulkReason, 'count'>)[],
): Skipped[] =>
  reasons.map((reason) => ({ count: reason.count, text: skipReasonText(t, command, reason, reason.count) }));

/** "Skipped 45: 44 can't be paused: Bought, 1 is already paused"; empty when none is skipped. */
export const skippedSentence = (
  t: TasksTexts,
  command: Command,
  reasons: readonly (Reason & Pick<BulkReason, 'count'>)[],
): string => skippedText(describeSkipped(t, command, reasons));
