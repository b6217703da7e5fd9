import { useQuery } from '@tanstack/react-query';
import type { JobHistoryPoint } from '@tessera/api';
import {
  describeError,
  ErrorAlert,
  formatCount,
  formatInstant,
  Panel,
  useKept,
  useLocale,
} from '@tessera/ui';
import { Skeleton } from '@tessera/ui/mui';
import { type ChartLine, LineChart } from '@tessera/ui/panels';
import type { Job } from '../../task-types';
import { useTexts } from '../../texts';
import { jobHistoryQuery } from './job-review.api';
import { jobQuery } from './jobs.api';

const HEIGHT = 160;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const colors: Record<keyof Omit<JobHistoryPoint, 'at'>, ChartLine['color']> = {
  held: 'carted',
  bought: 'bought',
  failed: 'failed',
};
const outcomes = ['held', 'bought', 'failed'] as const;

/** How precise the times under a chart of these milliseconds are. */
function timeStyle(span: number) {
  if (span < 20 * MINUTE) return 'time-seconds';
  return span < DAY ? 'time' : 'date-time';
}

/** The card of the job's page. */
export function JobChartCard({ id }: { id: number }) {
  // The page has just read it.
  const { data: job } = useQuery({ ...jobQuery(id), refetchOnMount: false });
  return job ? <JobChart job={job} /> : null;
}

/** How many of a job's tasks held, purchased and failed over time; nothing before its first start. */
function JobChart({ job }: { job: Job }) {
  const t = useTexts();
  const { timeZone } = useLocale();
  const isStarted = job.started_at !== null;
  const history = useQuery({ ...jobHistoryQuery(job), enabled: isStarted });
  const { error, refetch } = history;
  const data = useKept(job.id, history.data);
  const points = data?.points ?? [];
  if (!isStarted || (data && points.length === 0)) return null;
  const style = timeStyle(Date.parse(points.at(-1)?.at ?? '') - Date.parse(points[0]?.at ?? ''));
  return (
    <Panel title={t('jobPage.overTime')} padded>
      {error && !data ? (
        <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={HEIGHT} />
      ) : (
        <LineChart
          label={t('jobPage.overTime')}
          height={HEIGHT}
          points={points.map(({ at }) => ({
            label: formatInstant(at, { style, timeZone }),
          }))}
          lines={outcomes.map((outcome) => ({
            label: t(`jobPage.outcome.${outcome}`),
            color: colors[outcome],
            values: points.map((point) => point[outcome]),
          }))}
          format={formatCount}
        />
      )}
    </Panel>
  );
}
