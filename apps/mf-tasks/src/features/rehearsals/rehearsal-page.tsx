import { useQuery } from '@tanstack/react-query';
import { LogIn, Rocket, RotateCcw, Square } from 'lucide-react';
import { addressInRehearsal, type RehearsalDto, type RehearsalReport, useMayWrite } from '@tessera/api';
import { Link, useParams, useSearchParams } from '@tessera/federation/router';
import { Alert, formatCount, Instant, Page, PageHeader, Panel, PanelPage, useAction } from '@tessera/ui';
import { PlainSelect } from '@tessera/ui/forms';
import { Box, Button, Table, TableBody, TableCell, TableHead, TableRow } from '@tessera/ui/mui';
import { QueryContent } from '@tessera/ui/panels';
import { useTexts } from '../../texts';
import { HoldCurve } from './hold-curve';
import { type Figure, figuresOf, labelOf } from './rehearsal-figures';
import { rehearsalQuery, rehearsalsQuery, useStopRehearsal } from './rehearsals.api';
import { RehearsalStatus, rehearseAgain } from './rehearsals-page';

/** The report of a rehearsal, beside another one where the address names it (`?with=`). */
export function RehearsalPage() {
  const t = useTexts();
  const id = Number(useParams().id) || null;
  const [params, setParams] = useSearchParams();
  const otherId = Number(params.get('with')) || null;
  const report = useQuery(rehearsalQuery(id));
  const { data } = report;
  const { data: other } = useQuery(rehearsalQuery(otherId));
  const compare = (value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete('with');
        else next.set('with', value);
        return next;
      },
      { replace: true },
    );
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
              <Run rehearsal={found} />
              <HoldCurve rehearsal={found} other={other ?? null} />
              {found.report ? (
                <Panel title={t('rehearsals.figures')} padded>
                  <Compare rehearsal={found} other={other ?? null} onChange={compare} />
                  <Figures rehearsal={found} report={found.report} other={other ?? null} />
                </Panel>
              ) : null}
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
  const mayWrite = useMayWrite();
  const { attempt } = useAction();
  const { mutateAsync: stop } = useStopRehearsal();
  const { id, status, enterable, name, rehearsal_event_id } = rehearsal;
  const again = rehearseAgain(rehearsal);
  const launch = launchRehearsed(rehearsal);
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return (
    <>
      {status === 'running' && mayWrite ? (
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
      {status !== 'running' && mayWrite && again !== null ? (
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
      {launch !== null && status !== 'running' && mayWrite ? (
        <Button component={Link} to={launch} variant="contained" startIcon={<Rocket {...icon} />}>
          {t('rehearsals.launch')}
        </Button>
      ) : null}
      {enterable ? (
        <Button
          variant={launch !== null && status !== 'running' && mayWrite ? 'outlined' : 'contained'}
          color={launch !== null && status !== 'running' && mayWrite ? 'inherit' : 'primary'}
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
function Run({ rehearsal }: { rehearsal: RehearsalDto }) {
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

interface CompareProps {
  rehearsal: RehearsalDto;
  other: RehearsalDto | null;
  onChange: (id: string) => void;
}

/** Chooses the rehearsal of the same event to compare with; one of another event may be in the address. */
function Compare({ rehearsal, other, onChange }: CompareProps) {
  const t = useTexts();
  const { data } = useQuery(rehearsalsQuery({ event_id: String(rehearsal.event_id), page_size: '50' }));
  const rows = data?.rows ?? [];
  const options = (other === null || rows.some(({ id }) => id === other.id) ? rows : [other, ...rows])
    .filter(({ id, report }) => id !== rehearsal.id && report !== null)
    .map((one) => ({ value: String(one.id), label: labelOf(t, one) }));
  if (options.length === 0) return null;
  return (
    <PlainSelect
      label={t('rehearsals.compareWith')}
      value={options.some(({ value }) => value === String(other?.id)) ? String(other?.id) : ''}
      onChange={onChange}
      empty={t('rehearsals.noComparison')}
      options={options}
      sx={{ mb: 2, maxWidth: 420 }}
    />
  );
}

interface FiguresProps {
  rehearsal: RehearsalDto;
  report: RehearsalReport;
  other: RehearsalDto | null;
}

/** The figures of a report, in a second column those of the other one. */
function Figures({ rehearsal, report, other }: FiguresProps) {
  const t = useTexts();
  const figures = figuresOf(t, report);
  const others = other?.report ? figuresOf(t, other.report) : null;
  const isSame = other?.report?.end_state === report.end_state;
  return (
    // In a narrow window it scrolls by keys too.
    <Box role="region" tabIndex={0} aria-label={t('rehearsals.figures')} sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label={t('rehearsals.figures')}>
        {others && other ? (
          <TableHead>
            <TableRow>
              <TableCell>{t('rehearsals.figure')}</TableCell>
              <TableCell align="right">{labelOf(t, rehearsal)}</TableCell>
              <TableCell align="right">{labelOf(t, other)}</TableCell>
            </TableRow>
          </TableHead>
        ) : null}
        <TableBody>
          {figures.map((figure, index) => (
            <TableRow key={figure.name}>
              <TableCell component="th" scope="row">
                {figure.name}
              </TableCell>
              <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {figure.value}
                {others?.[index] ? <Better of={figure} than={others[index]} /> : null}
              </TableCell>
              {others ? (
                <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                  {others[index]?.value}
                </TableCell>
              ) : null}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {others ? (
        <Box sx={{ typography: 'body2', mt: 1.5 }}>
          {isSame ? t('rehearsals.sameEnd') : t('rehearsals.otherEnd')}
        </Box>
      ) : null}
    </Box>
  );
}

/** Says in words where a figure is better than the other one. */
function Better({ of, than }: { of: Figure; than: Figure }) {
  const t = useTexts();
  if (of.lessIsBetter === null || of.number === null || than.number === null || of.number === than.number)
    return null;
  const isBetter = of.number < than.number === of.lessIsBetter;
  return (
    <Box
      component="span"
      sx={{ ml: 1, typography: 'caption', color: isBetter ? 'success.main' : 'text.secondary' }}
    >
      {isBetter ? t('rehearsals.better') : t('rehearsals.worse')}
    </Box>
  );
}

/** What to change before the sale. */
function Advice({ report }: { report: RehearsalReport }) {
  const t = useTexts();
  return (
    <Panel title={t('rehearsals.advice')} padded>
      <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.75, typography: 'body2' }}>
        {report.advice.map(({ code, params }) => (
          <li key={code}>
            {code === 'MORE_WORKERS'
              ? t('rehearsals.adviceWorkers', {
                  count: params['workers'] ?? 0,
                  seconds: formatCount(params['queue_s'] ?? 0),
                })
              : code === 'TARGET_MISSED'
                ? t('rehearsals.adviceTarget', {
                    seats: formatCount(params['seats'] ?? 0),
                    target: formatCount(params['target'] ?? 0),
                  })
                : t(`rehearsals.adviceFor.${code}`, {
                    number: formatCount(params['tasks'] ?? params['tries'] ?? params['times'] ?? 0),
                  })}
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
