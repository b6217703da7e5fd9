import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useCanAct, useEditing, useLive, useMayAct } from '@tessera/api';
import { countTasks } from '@tessera/domain';
import { useParams, useSearchParams } from '@tessera/federation/router';
import { JobStatus } from '@tessera/product-ui';
import { SlotCards } from '@tessera/product-ui/slots';
import {
  describeError,
  ErrorAlert,
  Page,
  PageHeader,
  Panel,
  PanelPage,
  SegmentedControl,
  useAction,
} from '@tessera/ui';
import { Box, Skeleton } from '@tessera/ui/mui';
import { NavTabs } from '@tessera/ui/panels';
import { DrawerActions } from '../../drawer/drawer-actions';
import { MoveDialog } from '../../move-job/move-dialog';
import { readRunKey, writeRunKey } from '../../runs/run-choice';
import type { Job } from '../../task-types';
import { useTexts } from '../../texts';
import { useIsTight } from '../../use-is-tight';
import { JobCompareTab } from './job-compare-tab';
import { JobForm } from './job-form';
import { JobMachineTimeline } from './job-machine-timeline';
import { JobOverview } from './job-overview';
import { JobPlan } from './job-plan';
import { isPlanFilter, JobPlanTab } from './job-plan-tab';
import { JobTemplatePanel } from './job-template-panel';
import { JobTimeline } from './job-timeline';
import { getJob, jobBasketsQuery, jobQuery } from './jobs.api';
import { isMissing, MissingJob } from './missing-job';
import { JobRunPanel } from './run-figures';
import { useJobActions } from './use-job-actions';

export interface JobPageProps {
  /** The list of a job's tasks, which belongs to another feature. */
  renderTasks: (jobId: number) => ReactNode;
}

/** /jobs/:id: one job with its plan, tasks, timelines and comparisons. */
export function JobPage({ renderTasks }: JobPageProps) {
  const t = useTexts();
  const { id: idText = '' } = useParams();
  const id = Number(idText);
  const isLive = useLive().status === 'live';
  const isId = Number.isSafeInteger(id) && id > 0;
  const { data, error, refetch } = useQuery({
    ...jobQuery(id),
    enabled: isId,
    refetchInterval: isLive ? false : 10_000,
  });
  if (!isId || isMissing(error)) return <MissingJob id={idText} error={isMissing(error) ? error : null} />;
  if (data) return <LoadedJob key={data.id} job={data} renderTasks={renderTasks} />;
  return (
    <Page>
      <PageHeader title={t('words.numbered', { id })} meta={null} />
      <PanelPage aria-busy={error === null}>
        {error ? (
          <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton variant="rounded" height={320} />
        )}
      </PanelPage>
    </Page>
  );
}

const tabs = ['overview', 'plan', 'tasks', 'timeline', 'compare'] as const;
type Tab = (typeof tabs)[number];

/** The number of actions shown as buttons: the first of those that can be taken now. */
const PRIMARY_ACTIONS = { narrow: 1, wide: 4 };

function LoadedJob({ job, renderTasks }: JobPageProps & { job: Job }) {
  const t = useTexts();
  const mayLaunch = useMayAct('launch');
  const isNarrow = useIsTight(1100);
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'overview';
  const editor = useEditing(getJob, useAction().showError);
  const [moving, setMoving] = useState<Job | null>(null);
  const baskets = useQuery({ ...jobBasketsQuery(job.id), enabled: job.seats_held > 0 }).data?.total;
  const actions = useJobActions({
    mayLaunch,
    baskets: baskets ?? undefined,
    onEdit: ({ id }) => editor.open(id),
    onMove: setMoving,
    // The query then says that the job was deleted, and the page how to restore it.
    onDeleted: () => undefined,
  })(job);
  const available = actions.filter(({ disabled, danger }) => disabled === undefined && !danger);
  const primary = available.slice(0, PRIMARY_ACTIONS[isNarrow ? 'narrow' : 'wide']);
  const show = (next: Tab) =>
    setParams(next === 'overview' ? new URLSearchParams() : new URLSearchParams({ tab: next }));
  const labels: Record<Tab, string> = {
    overview: t('words.overview'),
    plan: t('jobs.plan'),
    tasks: t('words.tasks'),
    timeline: t('words.timeline'),
    compare: t('jobPage.compareTab'),
  };
  return (
    <Page>
      <PageHeader
        title={job.name}
        meta={
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5 }}>
            <JobStatus status={job.status} counts={job.counts} />
            <span>{t('words.numbered', { id: job.id })}</span>
          </Box>
        }
        actions={
          <DrawerActions
            name={job.name}
            primary={primary}
            more={actions.filter((action) => !primary.includes(action))}
          />
        }
      />
      {/* The prefix keeps the tabs' ids apart from those of a drawer inside. */}
      <NavTabs
        label={t('jobs.word')}
        line
        value={`page-${tab}`}
        onChange={(value) => show(tabs.find((one) => `page-${one}` === value) ?? 'overview')}
        items={tabs.map((value) => ({
          value: `page-${value}`,
          label: labels[value],
          count: value === 'tasks' ? countTasks(job) : undefined,
        }))}
      />
      <Box
        role="tabpanel"
        aria-labelledby={`tab-page-${tab}`}
        sx={{ flex: 1, minHeight: 0, minWidth: 0, display: 'flex', flexDirection: 'column' }}
      >
        {tab === 'tasks' ? (
          renderTasks(job.id)
        ) : (
          <PanelPage
            tabIndex={0}
            sx={{ gridTemplateColumns: 'minmax(0, 1fr)', pt: { xs: '14px', sm: '14px' } }}
          >
            <TabContent job={job} tab={tab} params={params} onParams={setParams} />
          </PanelPage>
        )}
      </Box>
      {moving?.scheduled_at ? (
        <MoveDialog
          entry={{ job_id: moving.id, name: moving.name, at: moving.scheduled_at, time_zone: null }}
          to={null}
          onClose={() => setMoving(null)}
        />
      ) : null}
      {editor.editing?.row ? (
        <JobForm
          key={editor.editing.key}
          job={editor.editing.row}
          etag={editor.editing.etag}
          onReload={editor.reload}
          onClose={editor.close}
        />
      ) : null}
    </Page>
  );
}

interface TabContentProps {
  job: Job;
  tab: Exclude<Tab, 'tasks'>;
  params: URLSearchParams;
  onParams: (change: (before: URLSearchParams) => URLSearchParams) => void;
}

/** The content of every tab but the tasks; what is chosen in it is part of the address. */
function TabContent({ job, tab, params, onParams }: TabContentProps) {
  const t = useTexts();
  const change = (name: string, value: string | null) =>
    onParams((before) => {
      const next = new URLSearchParams(before);
      if (value === null || value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  if (tab === 'overview') return <Overview job={job} />;
  if (tab === 'plan') {
    const verdict = params.get('verdict');
    return (
      <JobPlanTab
        id={job.id}
        shown={isPlanFilter(verdict) ? verdict : 'all'}
        onShow={(shown) => change('verdict', shown === 'all' ? null : shown)}
      />
    );
  }
  if (tab === 'compare')
    return (
      <JobCompareTab
        job={job}
        other={readRunKey(params.get('with'), 'job')}
        onChoose={(other) => change('with', other === null ? null : writeRunKey(other, 'job'))}
      />
    );
  const of = params.get('of') === 'machine' ? 'machine' : 'people';
  return (
    <Panel
      padded
      title={t('words.timeline')}
      actions={
        <SegmentedControl
          label={t('jobPage.timeline.show')}
          value={of}
          onChange={(value) => change('of', value === 'machine' ? value : null)}
          segments={(['people', 'machine'] as const).map((value) => ({
            value,
            label: t(`jobPage.timeline.${value}`),
          }))}
        />
      }
    >
      {of === 'people' ? (
        <JobTimeline job={job} />
      ) : (
        <JobMachineTimeline
          job={job}
          by={params.get('by') ?? ''}
          what={params.get('what') ?? ''}
          onFilter={change}
        />
      )}
    </Panel>
  );
}

function Overview({ job }: { job: Job }) {
  const t = useTexts();
  const mayReadTemplates = useCanAct('readTemplates');
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <Panel title={t('jobPage.progress')} padded>
          <JobOverview job={job} />
        </Panel>
        <SlotCards place="job.card" id={job.id} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <JobRunPanel job={job} />
        <Panel title={t('jobPage.settings')} padded>
          <JobPlan job={job} />
        </Panel>
        {mayReadTemplates ? <JobTemplatePanel job={job} /> : null}
      </Box>
    </Box>
  );
}
