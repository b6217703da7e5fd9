import { useQuery } from '@tanstack/react-query';
import { LogIn, RotateCcw, Square } from 'lucide-react';
import { addressInRehearsal, type RehearsalDto, type RehearsalReport, useMayAct } from '@tessera/api';
import { Link, useParams, useSearchParams } from '@tessera/federation/router';
import { codeText } from '@tessera/product-ui';
import { PlannedCost } from '@tessera/product-ui/costs';
import {
  Alert,
  describeError,
  ErrorAlert,
  formatCount,
  formatMoney,
  Instant,
  Page,
  PageHeader,
  Panel,
  PanelPage,
  QueryContent,
  useAction,
} from '@tessera/ui';
import { Box, Button, Table, TableBody, TableCell, TableHead, TableRow } from '@tessera/ui/mui';
import { DescriptionList } from '@tessera/ui/panels';
import { HoldCurve } from '../../runs/hold-curve';
import { readRunKey, RunChoice, type RunKey, writeRunKey } from '../../runs/run-choice';
import { RunFigures } from '../../runs/run-comparison';
import { runOfRehearsal } from '../../runs/run-figures';
import { rehearsalQuery } from '../../runs/runs.api';
import { useRun } from '../../runs/use-run';
import { useTexts } from '../../texts';
import { LaunchButton } from './launch-button';
import { useStopRehearsal } from './rehearsals.api';
import { RehearsalStatus, rehearseAgain } from './rehearsals-page';

/** The report of a rehearsal, beside another rehearsal or a job where the address names it (`?with=`). */
export function RehearsalPage() {
  const t = useTexts();
  const id = Number(useParams().id) || null;
  const report = useQuery(rehearsalQuery(id));
  const { data } = report;
  return (
    <Page>
      <PageHeader
        title={data?.name ?? t('rehearsals.one')}
        meta={data ? <RehearsalStatus status={data.status} /> : null}
        actions={data ? <Actions rehearsal={data} /> : null}
      />
      <QueryContent query={report} loading={t('words.loading')} skeletons={[120, 320]}>
        {(found) => (
          <PanelPage
            sx={{ gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' } }}
          >
            <Box sx={{ display: 'grid', gap: 1.5, alignContent: 'start', minWidth: 0 }}>
              <WhatRan rehearsal={found} />
              <Comparison rehearsal={found} />
              {found.report ? <Costs report={found.report} /> : null}
            </Box>
            {found.report ? (
              <Box sx={{ display: 'grid', gap: 1.5, alignContent: 'start', minWidth: 0 }}>
                {found.status === 'running' ? null : <Advice report={found.report} />}
                <Failures report={found.report} />
              </Box>
            ) : null}
          </PanelPage>
        )}
      </QueryContent>
    </Page>
  );
}

/** The curve and the figures of the report, and the run to compare it with. */
function Comparison({ rehearsal }: { rehearsal: RehearsalDto }) {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const chosen = readRunKey(params.get('with'), 'rehearsal');
  const { run: other, error, rehearsal: otherRehearsal } = useRun(chosen);
  const run = runOfRehearsal(t, rehearsal);
  if (run === null) return null;
  const choose = (key: RunKey | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (key === null) next.delete('with');
        else next.set('with', writeRunKey(key, 'rehearsal'));
        return next;
      },
      { replace: true },
    );
  const isSame = otherRehearsal?.report?.end_state === rehearsal.report?.end_state;
  return (
    <>
      <HoldCurve run={run} other={other} />
      <Panel title={t('rehearsals.figures')}>
        <Box sx={{ p: '14px', '&:empty': { display: 'none' } }}>
          <RunChoice
            own={{ ...rehearsal, kind: 'rehearsal' }}
            chosen={chosen}
            chosenLabel={other?.label ?? null}
            onChoose={choose}
          />
        </Box>
        {error ? <ErrorAlert error={describeError(error)} /> : null}
        <RunFigures run={run} other={other} label={t('rehearsals.figures')} />
        {otherRehearsal?.report ? (
          <Box sx={{ typography: 'body2', p: '14px' }}>
            {isSame ? t('rehearsals.sameEnd') : t('rehearsals.otherEnd')}
          </Box>
        ) : null}
      </Panel>
    </>
  );
}

/** The address that opens the launch wizard for what was rehearsed, on its report; null when it was deleted. */
function launchRehearsed({ id, source, template_id, job_id, event_id }: RehearsalDto): string | null {
  const [template, job] =
    source === 'template' ? [template_id, null] : ['', source === 'job' ? job_id : null];
  if (template === null || (source === 'job' && job === null)) return null;
  const query = `launch=${template}&launch_event=${event_id}`;
  return `/rehearsals/${id}?${query}${job === null ? '' : `&launch_job=${job}`}`;
}

function Actions({ rehearsal }: { rehearsal: RehearsalDto }) {
  const t = useTexts();
  const mayLaunch = useMayAct('launch');
  const { attempt } = useAction();
  const { mutateAsync: stop } = useStopRehearsal();
  const { id, status, enterable, name, rehearsal_event_id } = rehearsal;
  const again = rehearseAgain(rehearsal);
  const launch = launchRehearsed(rehearsal);
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return (
    <>
      {status === 'running' && mayLaunch ? (
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<Square {...icon} />}
          onClick={() =>
            void attempt(
              () => stop(id),
              () => t('rehearsals.stopped', { name }),
            )
          }
        >
          {t('words.stop')}
        </Button>
      ) : null}
      {status !== 'running' && mayLaunch && again !== null ? (
        <Button
          component={Link}
          to={again}
          variant="outlined"
          color="inherit"
          startIcon={<RotateCcw {...icon} />}
        >
          {t('rehearsals.again')}
        </Button>
      ) : null}
      {launch !== null && status !== 'running' && mayLaunch ? (
        <LaunchButton rehearsal={rehearsal} to={launch} />
      ) : null}
      {enterable ? (
        <Button
          variant={launch !== null && status !== 'running' && mayLaunch ? 'outlined' : 'contained'}
          color={launch !== null && status !== 'running' && mayLaunch ? 'inherit' : 'primary'}
          startIcon={<LogIn {...icon} />}
          href={addressInRehearsal(`/on-sale/${rehearsal_event_id}`, id)}
        >
          {t('rehearsals.enterRoom')}
        </Button>
      ) : null}
    </>
  );
}

/** What ran, and when. */
function WhatRan({ rehearsal }: { rehearsal: RehearsalDto }) {
  const t = useTexts();
  const { settings, scenario, seed, event_name, started_at, status } = rehearsal;
  return (
    <Panel title={t('rehearsals.run')} padded>
      <Box sx={{ display: 'grid', gap: 1 }}>
        {status === 'running' ? (
          <Alert tone="info" title={t('rehearsals.runningTitle')}>
            {t('rehearsals.runningText')}
          </Alert>
        ) : null}
        <Box sx={{ typography: 'body2' }}>
          {[
            event_name,
            t('words.taskCount', { count: settings.tasks }),
            t('rehearsals.seatsEach', { count: settings.seats_per_worker }),
            t(`rehearsals.scenarios.${scenario}`),
            t('rehearsals.seedOf', { seed: String(seed) }),
          ].join(' · ')}
        </Box>
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
          {t('rehearsals.started')} <Instant value={started_at} />
        </Box>
      </Box>
    </Panel>
  );
}

/** What the plan was to cost, beside what the seats cost that the tasks have. Reports from before costs have none. */
function Costs({ report }: { report: RehearsalReport }) {
  const t = useTexts();
  const { cost, charged, uncharged_seats: uncharged = 0, seats_planned: seats } = report;
  if (charged === undefined) return null;
  const had = [
    ...charged.map(({ currency, total, seats: count }) =>
      t('rehearsals.chargedSeats', { total: formatMoney(total, currency), count }),
    ),
    ...(uncharged > 0 ? [t('rehearsals.uncharged', { count: uncharged })] : []),
  ];
  return (
    <Panel title={t('rehearsals.money')} padded>
      <DescriptionList
        items={[
          {
            term: t('words.plannedCost'),
            value: <PlannedCost costs={cost ? [cost] : []} seats={seats} unpricedSeats={cost ? 0 : seats} />,
          },
          { term: t('rehearsals.charged'), value: had.join(', ') || t('rehearsals.noSeats') },
        ]}
      />
    </Panel>
  );
}

/** What to change before the sale. */
function Advice({ report }: { report: RehearsalReport }) {
  const t = useTexts();
  return (
    <Panel title={t('rehearsals.advice')} padded>
      <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.75, typography: 'body2' }}>
        {report.advice.map((advice) => (
          <li key={advice.code}>
            {codeText('advice', advice, { ...advice.params, count: advice.params.workers })}
          </li>
        ))}
      </Box>
    </Panel>
  );
}

/** Tries that failed, by reason. */
function Failures({ report }: { report: RehearsalReport }) {
  const t = useTexts();
  return (
    <Panel title={t('rehearsals.failures')} padded>
      {report.failures.length === 0 ? (
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('rehearsals.noFailures')}</Box>
      ) : (
        <Table size="small" aria-label={t('rehearsals.failures')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('rehearsals.reason')}</TableCell>
              <TableCell align="right">{t('rehearsals.tries')}</TableCell>
              <TableCell align="right">{t('rehearsals.failedTasks')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {report.failures.map(({ reason, tries, tasks }) => (
              <TableRow key={reason}>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{reason}</TableCell>
                <TableCell align="right">{formatCount(tries)}</TableCell>
                <TableCell align="right">{formatCount(tasks)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Panel>
  );
}
