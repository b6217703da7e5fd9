import { StatusChip, useLanguage } from '@tessera/ui';
import { text } from '../texts';

export interface JobStatusProps {
  status: string;
  /** The number of the job's tasks by status. */
  counts: Readonly<Record<string, number>>;
}

/**
 * The status of a job. A running one of which no task runs says what it waits for: all of its tasks may be queued, or hold
 * seats that are to be paid.
 */
export function JobStatus({ status, counts }: JobStatusProps) {
  useLanguage();
  const has = (...statuses: string[]) => statuses.some((one) => (counts[one] ?? 0) > 0);
  if (status !== 'running' || has('running', 'waiting_room')) return <StatusChip of="job" state={status} />;
  return has('queued') ? (
    <StatusChip of="task" state="queued" label={text('jobWaits')} />
  ) : (
    <StatusChip of="task" state="carted" label={text('jobHolds')} />
  );
}
