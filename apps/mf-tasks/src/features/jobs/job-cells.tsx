import {
  formatCount,
  formatDuration,
  SegmentedProgress,
  TileBar,
  useClockValue,
  useLocale,
} from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import type { Job } from '../../task-types';
import { useTexts } from '../../texts';
import { countTasks } from './job-commands';

/** A job's tasks by state. Finished tasks are kept for a time only; their job stays. */
export function JobProgress({ job }: { job: Job }) {
  const t = useTexts();
  return countTasks(job) === 0 ? (
    <Box component="span" sx={{ color: 'text.secondary' }} title={t('jobs.tasksGoneHelp')}>
      {t('jobs.tasksGone')}
    </Box>
  ) : (
    <SegmentedProgress counts={job.counts} />
  );
}

/** "12 of 48", with held seats in its tooltip. */
export function SeatsWon({ job }: { job: Job }) {
  const t = useTexts();
  return (
    <span title={job.seats_held > 0 ? t('jobs.heldToo', { number: job.seats_held }) : undefined}>
      <b>{formatCount(job.seats_won)}</b>
      {job.seats_target === null ? null : (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {' '}
          {t('jobs.ofTarget', { target: job.seats_target })}
        </Box>
      )}
    </span>
  );
}

/** Seats won and held out of the target, as tiles. */
export function SeatsBar({ job }: { job: Job }) {
  const t = useTexts();
  return (
    <TileBar
      size="tile"
      fill={(job.seats_target ?? 0) > 20}
      tiles={40}
      {...(job.seats_target === null ? {} : { total: job.seats_target })}
      parts={[
        { value: job.seats_won, tone: 'bought', label: t('jobs.won') },
        { value: job.seats_held, tone: 'carted', label: t('jobs.held') },
      ]}
    />
  );
}

/** Time from the first start to the end, ticking until then. */
export function JobDuration({ job }: { job: Job }) {
  const { now } = useLocale();
  const start = job.started_at === null ? null : Date.parse(job.started_at);
  const end = job.finished_at === null ? null : Date.parse(job.finished_at);
  return useClockValue(() => (start === null ? '–' : formatDuration(((end ?? now()) - start) / 1000)));
}
