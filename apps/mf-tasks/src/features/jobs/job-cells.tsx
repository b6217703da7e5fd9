import { formatCount, formatDuration, TileBar, useClockValue, useLocale } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import type { Job } from '../../task-types';
import { type TasksTexts, useTexts } from '../../texts';

/** "12 of 48", with what became of the others in its tooltip. */
export function SeatsWon({ job }: { job: Job }) {
  const t = useTexts();
  return (
    <span title={describeSeats(t, job)}>
      <b>{formatCount(job.seats_won)}</b>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {' '}
        {t('jobs.ofTarget', { target: job.seats_wanted })}
      </Box>
    </span>
  );
}

/** "8 held · 2 open · 4 lost": what became of the seats that aren't purchased. */
export const describeSeats = (t: TasksTexts, job: Job): string =>
  t('jobs.seatsLeft', { held: job.seats_held, open: job.seats_open, lost: job.seats_lost });

/** The wanted seats as tiles: purchased, held, open and lost. */
export function SeatsBar({ job }: { job: Job }) {
  const t = useTexts();
  return (
    <TileBar
      size="tile"
      fill={job.seats_wanted > 20}
      tiles={40}
      total={Math.max(job.seats_wanted, job.seats_won + job.seats_held)}
      parts={[
        { value: job.seats_won, tone: 'bought', label: t('jobs.won') },
        { value: job.seats_held, tone: 'carted', label: t('jobs.held') },
        { value: job.seats_lost, tone: 'failed', label: t('jobs.lost') },
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
