import { formatDuration, StatusChip, useClockValue, useLocale } from '@tessera/ui';
import { Link as MuiLink } from '@tessera/ui/mui';
import type { TaskSummary } from '../../task-types';
import { type TasksTexts, useTexts } from '../../texts';
import { taskReason } from './task-reason';

/** Time since an instant, ticking: "2 s", "6 min"; "–" for none. */
export function Ago({ value }: { value: string | null }) {
  const { now } = useLocale();
  const at = value === null ? null : Date.parse(value);
  return useClockValue(() => (at === null ? '–' : formatDuration((now() - at) / 1000)));
}

interface ReasonProps {
  task: TaskSummary;
  /** Passed in, since a hook per cell is slow in a long list. */
  t: TasksTexts;
}

/** The reason of a task's state. */
export const Reason = ({ task, t }: ReasonProps) => <>{taskReason(t, task, useLocale())}</>;

/** State and reason on one line. */
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

/** A link to the basket, where a person pays; "–" for none. */
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
