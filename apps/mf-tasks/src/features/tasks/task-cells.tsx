import { Link as MuiLink } from '@tessera/ui/mui';
import { formatDuration, StatusChip, useLocale, useClockValue } from '@tessera/ui';
import { useTexts, type TasksTexts } from '../../texts';
import type { TaskSummary } from '../../task-types';
import { taskReason } from './task-reason';

/** How long ago, ticking: "2 s", "6 min"; "–" when never. */
export function Ago({ value }: { value: string | null }) {
  const { now } = useLocale();
  const at = value === null ? null : Date.parse(value);
  return useClockValue(() => (at === null ? '–' : formatDuration((now() - at) / 1000)));
}

interface ReasonProps {
  task: TaskSummary;
  /** The list's: a hook for the texts in every row would cost more than the cell. */
  t: TasksTexts;
}

/** Why a task is in its state, in the reader's language as far as the server doesn't say it. */
export const Reason = ({ task, t }: ReasonProps) => <>{taskReason(t, task, useLocale())}</>;

/** State and reason in one line. */
export function Status({ task, t }: ReasonProps) {
  const reason = taskReason(t, task, useLocale());
  return (
    <>
      <StatusChip of="task" state={task.status} paused={task.paused} />
      <span className="reason" title={reason}>
        {reason}
      </span>
    </>
  );
}

/** A link to where a person pays; "–" when there is none. */
export function Basket({ href }: { href: string | null }) {
  const t = useTexts();
  return href ? (
    <MuiLink href={href} target="_blank" rel="noreferrer">
      {t('tasks.open')}
    </MuiLink>
  ) : (
    <>–</>
  );
}
