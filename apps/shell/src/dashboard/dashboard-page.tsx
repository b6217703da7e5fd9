import { countsOf, useServerNow, useUser, type DashboardDto, useMayWrite } from '@tessera/api';
import { ErrorAlert, Instant, Page, PageHeader, PanelPage, describeError } from '@tessera/ui';
import { Button, Skeleton, styled } from '@tessera/ui/mui';
import { Plus, Rocket } from 'lucide-react';
import { useDeferredValue, type ReactNode } from 'react';
import { Link } from '@tessera/federation/router';
import { mayOpen } from '../access/may-open';
import { findModulePage, useModules } from '../remotes/modules';
import { useTexts } from '../texts';
import { AttentionPanel } from './attention-panel';
import { ChartPanel } from './chart-panel';
import { useDashboard, usePrefetchedPanels } from './dashboard.api';
import { NextScheduled } from './next-scheduled';
import { ModulesPanel, RealmsPanel, WorkersPanel } from './platform-panels';
import { RecentJobs } from './recent-jobs';
import { isUnfinished, SetupChecklist } from './setup-checklist';
import { Tiles } from './tiles';

const minuteMs = 60_000;

const Grid = styled('div')(({ theme: { breakpoints } }) => ({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 360px' },
}));

const PlatformPanels = styled('div')({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))',
});

/** /dashboard: how things stand, what needs somebody, and the ways on from there. */
export function DashboardPage() {
  const { data, error, refetch } = useDashboard();
  usePrefetchedPanels(data);
  const isAdmin = useUser().role === 'admin';
  const now = useServerNow(minuteMs);
  const open = useMayOpen();
  const mayWrite = useMayWrite();
  const alert = error ? <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} /> : null;
  return <Board arrived={data} alert={alert} now={now} open={open} isAdmin={isAdmin} mayWrite={mayWrite} />;
}

interface BoardProps {
  arrived: DashboardDto | undefined;
  alert: ReactNode;
  /** Ms since 1970. */
  now: number;
  open: (path: string) => boolean;
  isAdmin: boolean;
  mayWrite: boolean;
}

/**
 * What is drawn. It reads nothing itself: where what was read changes while React draws in steps, it draws anew and at
 * once all that it has drawn of whoever read it.
 */
function Board({ arrived, alert, now, open, isAdmin, mayWrite }: BoardProps) {
  const t = useTexts();
  // An answer is drawn at once, a deferred value in steps.
  const data = useDeferredValue(arrived);
  const setup = data && countsOf(data.setup);
  // Until everything is set up, the next step of that is what there is to do.
  const isNew = mayWrite && setup !== undefined && isUnfinished(setup);
  return (
    <Page>
      <PageHeader
        title={t('dashboard.title')}
        meta={<Instant value={new Date(now).toISOString()} />}
        actions={mayWrite && setup && !isNew ? <Actions tasks={open('/tasks')} jobs={open('/jobs')} /> : null}
      />
      <PanelPage>
        {alert}
        {!data && !alert ? <BoardSkeleton /> : null}
        {setup && isNew ? <SetupChecklist setup={setup} mayOpen={open} /> : null}
        {data ? <Tiles data={data} mayOpen={open} /> : null}
        {data || alert ? (
          <Grid>
            <ChartPanel tasks={open('/tasks')} />
            {data ? <AttentionPanel data={data} mayOpen={open} /> : <span />}
            <RecentJobs page={open('/jobs')} />
            {data ? <NextScheduled starts={data.next_scheduled} page={open('/tasks')} /> : <span />}
          </Grid>
        ) : null}
        {isAdmin && (data || alert) ? (
          <PlatformPanels>
            <RealmsPanel page={open('/realms')} />
            <WorkersPanel page={open('/workers')} />
            <ModulesPanel page={open('/modules')} />
          </PlatformPanels>
        ) : null}
      </PanelPage>
    </Page>
  );
}

/**
 * Stands for the whole board until its figures are there. What comes first, the steps to set up or the tiles, isn't known
 * before; panels that were there already would be pushed down by it.
 */
function BoardSkeleton() {
  const block = (height: number) => (
    <Skeleton variant="rectangular" height={height} sx={{ borderRadius: '8px' }} />
  );
  return (
    <>
      {block(141)}
      <Grid>
        {block(396)}
        {block(396)}
        {block(292)}
        {block(292)}
      </Grid>
    </>
  );
}

/** A single task, or a job: the one primary action of the page. */
function Actions({ tasks, jobs }: { tasks: boolean; jobs: boolean }) {
  const t = useTexts();
  return (
    <>
      {tasks ? (
        <Button
          component={Link}
          to="/tasks?new"
          startIcon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
        >
          {t('dashboard.newTask')}
        </Button>
      ) : null}
      {jobs ? (
        <Button
          component={Link}
          to="/jobs?launch"
          variant="contained"
          startIcon={<Rocket size={16} strokeWidth={1.75} aria-hidden />}
        >
          {t('dashboard.launch')}
        </Button>
      ) : null}
    </>
  );
}

/** Tells whether a page is there and this user may open it. */
function useMayOpen(): (path: string) => boolean {
  const { data: releases = [] } = useModules();
  const { permissions } = useUser();
  return (path) => {
    const place = findModulePage(releases, path);
    return place !== null && mayOpen(permissions, place.route);
  };
}
