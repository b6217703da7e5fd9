import { useQuery } from '@tanstack/react-query';
import type { JobRunDto } from '@tessera/api';
import { describeError, ErrorAlert, formatCount, Panel, useKept } from '@tessera/ui';
import { Box, Skeleton } from '@tessera/ui/mui';
import { DescriptionList } from '@tessera/ui/panels';
import { secondsText } from '../../seconds-text';
import type { Job } from '../../task-types';
import { type TasksTexts, useTexts } from '../../texts';
import { jobRunQuery } from './job-review.api';

/** The figures of a run that are times, in seconds. */
const timeFigures = ['first_seat_s', 'hold_p50_s', 'hold_p95_s'] as const;
/** The figures of a run that are counts. */
const countFigures = ['holding_tasks', 'failed_tasks', 'failed_attempts'] as const;

type RunFigure = (typeof timeFigures)[number] | (typeof countFigures)[number];

const runFigures: readonly RunFigure[] = [...timeFigures, ...countFigures];

const isTime = (figure: RunFigure): boolean => timeFigures.some((time) => time === figure);

/** A figure of a run as text. */
const figureText = (t: TasksTexts, run: JobRunDto, figure: RunFigure): string =>
  isTime(figure) ? secondsText(t, run[figure]) : formatCount(run[figure] ?? 0);

/** A job's figures from the timeline of its tasks. */
export function JobRunPanel({ job }: { job: Job }) {
  const t = useTexts();
  const run = useQuery(jobRunQuery(job));
  const { error, refetch } = run;
  const data = useKept(job.id, run.data);
  return (
    <Panel title={t('jobPage.figures')} meta={t('jobPage.figuresOf')} padded>
      {error && !data ? (
        <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={120} />
      ) : data.tasks > 0 && data.timed_tasks === 0 ? (
        <Box sx={{ color: 'text.secondary' }}>{t('jobPage.noTimeline')}</Box>
      ) : (
        <DescriptionList
          items={runFigures.map((figure) => ({
            term: t(`jobPage.run.${figure}`),
            value: figureText(t, data, figure),
          }))}
        />
      )}
    </Panel>
  );
}
