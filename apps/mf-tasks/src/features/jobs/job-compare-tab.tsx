import { useQuery } from '@tanstack/react-query';
import type { JobComparisonDto, JobRunDto } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import {
  describeError,
  EmptyState,
  ErrorAlert,
  formatCount,
  Instant,
  Panel,
  StatusChip,
  taskReasonText,
} from '@tessera/ui';
import { PlainSelect } from '@tessera/ui/forms';
import { Box, Link as MuiLink, Skeleton } from '@tessera/ui/mui';
import { secondsText } from '../../seconds-text';
import type { Job } from '../../task-types';
import { useTexts } from '../../texts';
import { useIsTight } from '../../use-is-tight';
import { ComparisonTable } from './comparison-table';
import { jobComparisonQuery } from './job-review.api';
import { jobsQuery } from './jobs.api';
import { figureText, isTime, runFigures } from './run-figures';
import { useSettingRows } from './setting-values';

/** The jobs to choose from: the newest ones. */
const choices = { page: '1', page_size: '100', sort: '-created_at' };

export interface JobCompareTabProps {
  job: Job;
  /** The other run's id; null before one is chosen. */
  other: number | null;
  onChoose: (other: number | null) => void;
}

/** The job beside another run: figures from their timelines, settings, failures. */
export function JobCompareTab({ job, other, onChoose }: JobCompareTabProps) {
  const t = useTexts();
  const jobs = useQuery(jobsQuery(choices)).data?.rows.filter(({ id }) => id !== job.id);
  const { data, error, refetch } = useQuery(jobComparisonQuery(job, other));
  const listed = (jobs ?? []).map(({ id, name }) => ({ value: String(id), label: `${name} · #${id}` }));
  const chosen = other === null || listed.some(({ value }) => value === String(other));
  const options = chosen
    ? listed
    : [{ value: String(other), label: data ? `${data.other.name} · #${other}` : `#${other}` }, ...listed];
  return (
    <>
      <PlainSelect
        label={t('jobPage.compare.with')}
        value={other === null ? '' : String(other)}
        empty={t('jobPage.compare.choose')}
        onChange={(value) => onChoose(value === '' ? null : Number(value))}
        options={options}
        sx={{ maxWidth: 420 }}
      />
      {other === null ? (
        <EmptyState>{t(jobs?.length === 0 ? 'jobPage.compare.noOthers' : 'jobPage.compare.none')}</EmptyState>
      ) : error && !data ? (
        <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={320} />
      ) : (
        <Comparison comparison={data} />
      )}
    </>
  );
}

function Comparison({ comparison: { run, other, settings, failures } }: { comparison: JobComparisonDto }) {
  const t = useTexts();
  const rows = useSettingRows(settings);
  // Both values say it too.
  const isNarrow = useIsTight(700);
  const headers = (first: string) => [first, run.name, <OtherRun key="other" run={other} />];
  return (
    <>
      <Panel title={t('jobPage.figures')} meta={t('jobPage.figuresOf')}>
        <ComparisonTable
          label={t('jobPage.figures')}
          numeric
          headers={[
            ...headers(t('jobPage.compare.figure')),
            ...(isNarrow ? [] : [t('jobPage.compare.difference')]),
          ]}
          rows={[...plainRows(t, run, other), ...figureRows(t, run, other)].map(({ key, cells }) => ({
            key,
            cells: isNarrow ? cells.slice(0, 3) : cells,
          }))}
        />
      </Panel>
      <Panel title={t('jobPage.compare.settings')}>
        {rows.length === 0 ? (
          <Sentence>{t('jobPage.compare.sameSettings')}</Sentence>
        ) : (
          <ComparisonTable
            label={t('jobPage.compare.settings')}
            headers={headers(t('jobPage.template.setting'))}
            rows={rows.map(({ setting, name, own, other: value }) => ({
              key: setting,
              cells: [name, own, value],
            }))}
          />
        )}
      </Panel>
      <Panel title={t('jobPage.compare.failures')}>
        {failures.length === 0 ? (
          <Sentence>{t('jobPage.compare.noFailures')}</Sentence>
        ) : (
          <ComparisonTable
            label={t('jobPage.compare.failures')}
            numeric
            headers={headers(t('jobPage.compare.reason'))}
            rows={failures.map(({ reason, message, attempts, other_attempts }) => ({
              key: `${reason?.code ?? ''} ${message ?? ''}`,
              cells: [
                taskReasonText(reason, message) || '–',
                formatCount(attempts),
                formatCount(other_attempts),
              ],
            }))}
          />
        )}
      </Panel>
    </>
  );
}

const OtherRun = ({ run: { id, name } }: { run: JobRunDto }) => (
  <MuiLink component={Link} to={`/jobs/${id}`}>
    {name}
  </MuiLink>
);

const Sentence = ({ children }: { children: string }) => (
  <Box sx={{ p: '14px', color: 'text.secondary' }}>{children}</Box>
);

type Texts = ReturnType<typeof useTexts>;

/** A signed difference: "+3", "−2", "–" where one side has no value. */
const signed = (difference: number | null, text: (value: number) => string): string =>
  difference === null
    ? '–'
    : difference === 0
      ? '='
      : `${difference > 0 ? '+' : '−'}${text(Math.abs(difference))}`;

const between = (own: number | null, other: number | null): number | null =>
  own === null || other === null ? null : other - own;

/** What a run is and how large, before the figures from its timeline. */
const plainRows = (t: Texts, run: JobRunDto, other: JobRunDto) => [
  {
    key: 'status',
    cells: [
      t('words.status'),
      <StatusChip key="run" of="job" state={run.status} />,
      <StatusChip key="other" of="job" state={other.status} />,
      '',
    ],
  },
  {
    key: 'started',
    cells: [
      t('jobs.started'),
      <Instant key="run" value={run.started_at} />,
      <Instant key="other" value={other.started_at} />,
      '',
    ],
  },
  {
    key: 'duration',
    cells: [
      t('words.duration'),
      secondsText(t, run.duration_s),
      secondsText(t, other.duration_s),
      signed(between(run.duration_s, other.duration_s), (value) => secondsText(t, value)),
    ],
  },
  ...(
    [
      ['tasks', t('words.tasks')],
      ['seats_target', t('words.target')],
      ['seats_won', t('jobs.seatsWon')],
    ] as const
  ).map(([key, label]) => ({
    key,
    cells: [
      label,
      countText(run[key]),
      countText(other[key]),
      signed(between(run[key], other[key]), formatCount),
    ],
  })),
];

const figureRows = (t: Texts, run: JobRunDto, other: JobRunDto) =>
  runFigures.map((figure) => ({
    key: figure,
    cells: [
      t(`jobPage.run.${figure}`),
      figureText(t, run, figure),
      figureText(t, other, figure),
      signed(between(run[figure], other[figure]), (value) =>
        isTime(figure) ? secondsText(t, value) : formatCount(value),
      ),
    ],
  }));

const countText = (count: number | null): string => (count === null ? '–' : formatCount(count));
