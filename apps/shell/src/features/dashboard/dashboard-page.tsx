import type { UseQueryResult } from '@tanstack/react-query';
import { Plus, Rocket } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useDeferredValue } from 'react';
import {
  countsOf,
  type DashboardDto,
  getRehearsal,
  type NextSaleDto,
  useLiveFigures,
  useMayAct,
  useMayWrite,
  useServerNow,
  useUser,
} from '@tessera/api';
import { useSlots } from '@tessera/federation';
import { Link } from '@tessera/federation/router';
import {
  describeError,
  EmptyState,
  ErrorAlert,
  formatDuration,
  Instant,
  Lines,
  Page,
  PageHeader,
  Panel,
  PanelPage,
} from '@tessera/ui';
import { Box, Button, Skeleton, styled } from '@tessera/ui/mui';
import { useMayOpen } from '../../access/use-may-open';
import { useTexts } from '../../texts';
import { AllLink } from './all-link';
import { AttentionPanel } from './attention-panel';
import { ChartPanel } from './chart-panel';
import { useDashboard, useNextSales, usePrefetchedPanels } from './dashboard.api';
import { OnSalePanel } from './on-sale-panel';
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

/** /dashboard: figures, what needs attention, and links to the lists behind them. */
export function DashboardPage() {
  const { data, error, refetch } = useDashboard();
  usePrefetchedPanels(data);
  const sales = useNextSales();
  const isAdmin = useUser().role === 'admin';
  const now = useServerNow(minuteMs);
  const open = useMayOpen();
  const mayWrite = useMayWrite();
  const mayAct = useMayAct('launch');
  const alert = error ? <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} /> : null;
  return (
    <Board
      arrived={data}
      sales={sales}
      alert={alert}
      now={now}
      open={open}
      isAdmin={isAdmin}
      mayWrite={mayWrite}
      mayLaunch={mayAct}
    />
  );
}

interface BoardProps {
  arrived: DashboardDto | undefined;
  sales: UseQueryResult<NextSaleDto[]>;
  alert: ReactNode;
  /** Epoch milliseconds. */
  now: number;
  open: (path: string) => boolean;
  isAdmin: boolean;
  mayWrite: boolean;
  mayLaunch: boolean;
}

/**
 * The page's content. It runs no queries itself: a query that changes during a concurrent render makes React render its
 * component again synchronously.
 */
function Board({ arrived, sales, alert, now, open, isAdmin, mayWrite, mayLaunch }: BoardProps) {
  const t = useTexts();
  // React renders a deferred value concurrently, a query's result synchronously.
  const data = useDeferredValue(arrived);
  const setup = data && countsOf(data.setup);
  const isNew = mayWrite && setup !== undefined && getRehearsal() === null && isUnfinished(setup);
  // Until there is a template, the next step is the page's primary action.
  const hasCards = useSlots('dashboard.card').length > 0;
  const canLaunch = mayLaunch && Boolean(setup?.templates);
  return (
    <Page>
      <PageHeader
        title={t('dashboard.title')}
        meta={<Instant value={new Date(now).toISOString()} />}
        actions={canLaunch ? <Actions tasks={open('/tasks')} jobs={open('/jobs')} /> : null}
      />
      <PanelPage>
        {alert}
        {!data && !alert ? <BoardSkeleton /> : null}
        {setup && isNew ? <SetupChecklist setup={setup} mayOpen={open} /> : null}
        {data ? (
          <Grid>
            <OnSalePanel sales={sales} mayOpen={open} />
            <AttentionPanel data={data} mayOpen={open} />
          </Grid>
        ) : null}
        {data ? <ExpiryPanel mayOpen={open} /> : null}
        {data ? <Tiles data={data} mayOpen={open} /> : null}
        {data || alert ? (
          <Grid>
            <ChartPanel tasks={open('/tasks')} />
            {data ? <NextScheduled data={data} page={open('/tasks')} /> : <span />}
            <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
              <RecentJobs page={open('/jobs')} />
            </Box>
          </Grid>
        ) : null}
        {isAdmin && (data || alert) ? (
          <Suspense fallback={<Skeleton variant="rounded" height={180} />}>
            <PlatformPanels mayOpen={open} />
          </Suspense>
        ) : null}
        {(data || alert) && hasCards ? (
          <Suspense fallback={null}>
            <SlotCards place="dashboard.card" />
          </Suspense>
        ) : null}
      </PanelPage>
    </Page>
  );
}

/**
 * Placeholder of the whole page until the figures are loaded. Only then is it known whether the setup steps or the tiles
 * come first, and panels rendered earlier would be pushed down.
 */
function BoardSkeleton() {
  const block = (height: number) => (
    <Skeleton variant="rectangular" height={height} sx={{ borderRadius: '8px' }} />
  );
  return (
    <>
      <Grid>
        {block(180)}
        {block(180)}
      </Grid>
      {block(141)}
      <Grid>
        {block(396)}
        {block(396)}
      </Grid>
    </>
  );
}

/** The page's actions: create a task, and the primary one, launch a job. */
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

/** Apart, since only administrators see them. */
const PlatformPanels = lazy(() => import('./platform-panels'));

/** Apart, since few installations have modules with cards. */
const SlotCards = lazy(async () => ({ default: (await import('@tessera/product-ui/slots')).SlotCards }));

/** Apart, since it isn't needed before something is launched. */
const PlannedJobs = lazy(async () => ({ default: (await import('@tessera/product-ui/costs')).PlannedJobs }));

/** Apart, since most visits hold no seats. */
const ExpiryPlot = lazy(async () => ({ default: (await import('@tessera/ui/panels')).ExpiryPlot }));

/** What is lost when, unless somebody pays it; renders nothing while no seats are to be paid. */
function ExpiryPanel({ mayOpen }: { mayOpen: (path: string) => boolean }) {
  const t = useTexts();
  const steps = useLiveFigures().data?.expiries ?? [];
  if (steps.length === 0) return null;
  return (
    <Panel
      padded
      title={t('expiry.plotTitle')}
      actions={mayOpen('/pay') ? <AllLink to="/pay">{t('expiry.pay')}</AllLink> : null}
    >
      <Suspense fallback={<Skeleton variant="rounded" height={132} />}>
        <ExpiryPlot steps={steps} />
      </Suspense>
    </Panel>
  );
}

/** The next scheduled jobs, and how long until each starts by the server's clock. */
function NextScheduled({ data, page }: { data: DashboardDto; page: boolean }) {
  const { next_scheduled: starts, planned } = data;
  const t = useTexts();
  const now = useServerNow();
  return (
    <Panel
      title={t('dashboard.next.title')}
      actions={page ? <AllLink to="/tasks?status=scheduled">{t('dashboard.next.all')}</AllLink> : null}
    >
      {starts.length === 0 ? <EmptyState>{t('dashboard.next.none')}</EmptyState> : null}
      <Lines>
        {starts.map(({ job_id, name, tasks, scheduled_at }) => (
          <li key={`${job_id} ${name} ${scheduled_at}`}>
            <span className="words">
              <span className="title" title={name}>
                {name}
              </span>
              <span className="detail">
                <Instant value={scheduled_at} />, {t('dashboard.next.tasks', { count: tasks })}
              </span>
            </span>
            <span className="end">
              {t('dashboard.next.in', { time: formatDuration((Date.parse(scheduled_at) - now) / 1000) })}
            </span>
          </li>
        ))}
      </Lines>
      {planned.seats > 0 ? (
        <Box sx={{ p: '10px 14px', minHeight: 40 }}>
          <Suspense fallback={<Skeleton />}>
            <PlannedJobs planned={planned} />
          </Suspense>
        </Box>
      ) : null}
    </Panel>
  );
}
