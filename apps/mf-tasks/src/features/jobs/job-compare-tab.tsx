import { useQuery } from '@tanstack/react-query';
import type { JobComparisonDto } from '@tessera/api';
import { taskReasonText } from '@tessera/product-ui';
import { describeError, EmptyState, ErrorAlert, formatCount, Panel, useKept } from '@tessera/ui';
import { Box, Skeleton } from '@tessera/ui/mui';
import { ComparisonTable } from '../../runs/comparison-table';
import { HoldCurve } from '../../runs/hold-curve';
import { RunChoice, type RunKey } from '../../runs/run-choice';
import { RunFigures } from '../../runs/run-comparison';
import { useRun } from '../../runs/use-run';
import type { Job } from '../../task-types';
import { useTexts } from '../../texts';
import { jobComparisonQuery } from './job-review.api';
import { useSettingRows } from './setting-values';

export interface JobCompareTabProps {
  job: Job;
  /** The other run; null before one is chosen. */
  other: RunKey | null;
  onChoose: (other: RunKey | null) => void;
}

/** The job beside another job or a rehearsal: figures from their timelines, and of jobs what they were launched with. */
export function JobCompareTab({ job, other, onChoose }: JobCompareTabProps) {
  const t = useTexts();
  const own = useRun({ kind: 'job', id: job.id });
  const than = useRun(other);
  const error = own.error ?? than.error;
  return (
    <>
      <RunChoice
        own={{ ...job, kind: 'job' }}
        chosen={other}
        chosenLabel={than.run?.label ?? null}
        onChoose={onChoose}
      />
      {other === null ? (
        <EmptyState>{t('jobPage.compare.none')}</EmptyState>
      ) : error ? (
        <ErrorAlert error={describeError(error)} />
      ) : own.run === null || (than.run === null && than.rehearsal === null) ? (
        <Skeleton variant="rounded" height={320} />
      ) : than.run === null ? (
        <EmptyState>{t('jobPage.compare.noReport')}</EmptyState>
      ) : (
        <>
          <HoldCurve run={own.run} other={than.run} />
          <Panel title={t('jobPage.figures')} meta={t('jobPage.figuresOf')}>
            <RunFigures run={own.run} other={than.run} label={t('jobPage.figures')} />
          </Panel>
          {other.kind === 'job' ? <Launches job={job} other={other.id} /> : null}
        </>
      )}
    </>
  );
}

/** What two jobs were launched with, and why their attempts failed. */
function Launches({ job, other }: { job: Job; other: number }) {
  const comparison = useQuery(jobComparisonQuery(job, other));
  const { error, refetch } = comparison;
  const data = useKept(`${job.id} ${other}`, comparison.data);
  if (data) return <Differences comparison={data} />;
  return error ? (
    <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />
  ) : (
    <Skeleton variant="rounded" height={160} />
  );
}

function Differences({ comparison: { run, other, settings, failures } }: { comparison: JobComparisonDto }) {
  const t = useTexts();
  const rows = useSettingRows(settings);
  const headers = (first: string) => [first, run.name, other.name];
  return (
    <>
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

const Sentence = ({ children }: { children: string }) => (
  <Box sx={{ p: '14px', color: 'text.secondary' }}>{children}</Box>
);
