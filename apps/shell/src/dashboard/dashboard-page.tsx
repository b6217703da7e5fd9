import { countsOf, useCan, useServerNow, useUser } from '@tessera/api';
import { ErrorAlert, Instant, Page, PageHeader, PanelPage, toProblem } from '@tessera/ui';
import { Button, Skeleton, styled } from '@mui/material';
import { Rocket } from 'lucide-react';
import { Link } from 'react-router';
import { mayOpen } from '../access/may-open';
import { placeOf, useModules } from '../remotes/modules';
import { useTexts } from '../texts';
import { AttentionPanel } from './attention-panel';
import { ChartPanel } from './chart-panel';
import { useDashboard } from './dashboard.api';
import { NextScheduled } from './next-scheduled';
import { ModulesPanel, RealmsPanel, WorkersPanel } from './platform-panels';
import { RecentJobs } from './recent-jobs';
import { isUnfinished, SetupChecklist } from './setup-checklist';
import { Tiles } from './tiles';

const minute = 60_000;

const Grid = styled('div')(({ theme: { breakpoints } }) => ({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 360px' },
}));

const Thirds = styled('div')({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))',
});

/** /dashboard: how things stand, what needs somebody, and the ways on from there. */
export function DashboardPage() {
  const t = useTexts();
  const { data, error, refetch } = useDashboard();
  const isAdmin = useUser().role === 'admin';
  const now = Math.floor(useServerNow() / minute) * minute;
  const open = useMayOpen();
  const mayLaunch = useCan('write') && open('/templates');
  const setup = data && countsOf(data.setup);
  return (
    <Page>
      <PageHeader
        title={t('dashboard.title')}
        meta={<Instant value={new Date(now).toISOString()} />}
        actions={
          mayLaunch ? (
            <Button
              component={Link}
              to="/templates"
              variant="contained"
              startIcon={<Rocket size={16} strokeWidth={1.75} aria-hidden />}
            >
              {t('dashboard.launch')}
            </Button>
          ) : null
        }
      />
      <PanelPage>
        {error ? <ErrorAlert problem={toProblem(error)} onRetry={() => void refetch()} /> : null}
        {!data && !error ? (
          <Skeleton variant="rectangular" height={116} sx={{ borderRadius: '8px' }} />
        ) : null}
        {setup && mayLaunch && isUnfinished(setup) ? <SetupChecklist setup={setup} mayOpen={open} /> : null}
        {data ? <Tiles data={data} pages={{ tasks: open('/tasks'), tickets: open('/tickets') }} /> : null}
        <Grid>
          <ChartPanel />
          {data ? <AttentionPanel items={data.attention} cart={open('/tickets')} /> : <span />}
          <RecentJobs page={open('/jobs')} />
          {data ? <NextScheduled starts={data.next_scheduled} page={open('/tasks')} /> : <span />}
        </Grid>
        {isAdmin ? (
          <Thirds>
            <RealmsPanel page={open('/realms')} />
            <WorkersPanel page={open('/workers')} />
            <ModulesPanel page={open('/modules')} />
          </Thirds>
        ) : null}
      </PanelPage>
    </Page>
  );
}

/** Tells whether a page is there and this user may open it. */
function useMayOpen(): (path: string) => boolean {
  const { data: releases = [] } = useModules();
  const { permissions } = useUser();
  return (path) => {
    const place = placeOf(releases, path);
    return place !== null && mayOpen(permissions, place.route);
  };
}
