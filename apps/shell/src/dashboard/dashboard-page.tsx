import { countsOf, useCan, useServerNow, useUser } from '@tessera/api';
import { ErrorAlert, Instant, Page, PageHeader, PanelPage, toProblem } from '@tessera/ui';
import { Box, Button, Skeleton } from '@mui/material';
import { Rocket } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { mayOpen } from '../access/may-open';
import { placeOf, useModules } from '../remotes/modules';
import { AttentionPanel } from './attention-panel';
import { ChartPanel } from './chart-panel';
import { useDashboard, type Span } from './dashboard.api';
import { NextScheduled } from './next-scheduled';
import { RecentJobs } from './recent-jobs';
import { isUnfinished, SetupChecklist } from './setup-checklist';
import { Tiles } from './tiles';

const minute = 60_000;

/** /dashboard: how things stand, what needs somebody, and the ways on from there. */
export function DashboardPage() {
  const [span, setSpan] = useState<Span>('24h');
  const { data, error, refetch } = useDashboard(span);
  const now = Math.floor(useServerNow() / minute) * minute;
  const open = useMayOpen();
  const mayLaunch = useCan('write') && open('/templates');
  const setup = data && countsOf(data.setup);
  return (
    <Page>
      <PageHeader
        title="Dashboard"
        meta={<Instant value={new Date(now).toISOString()} />}
        actions={
          mayLaunch ? (
            <Button
              component={Link}
              to="/templates"
              variant="contained"
              startIcon={<Rocket size={16} strokeWidth={1.75} aria-hidden />}
            >
              Launch a job
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
        {data ? (
          <>
            <Tiles data={data} pages={{ tasks: open('/tasks'), tickets: open('/tickets') }} />
            <Box
              sx={{
                display: 'grid',
                gap: 1.5,
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
              }}
            >
              <ChartPanel steps={data.tasks_over_time} span={span} onSpan={setSpan} />
              <AttentionPanel items={data.attention} cart={open('/tickets')} />
              <RecentJobs jobs={data.recent_jobs} page={open('/jobs')} />
              <NextScheduled tasks={data.next_scheduled} page={open('/tasks')} />
            </Box>
          </>
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
