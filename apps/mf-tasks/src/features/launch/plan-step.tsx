import { Cpu, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { EventDto, JobPlanDto, PlanLine, PlanWorkers } from '@tessera/api';
import {
  Alert,
  ErrorAlert,
  type ErrorInfo,
  formatCount,
  Instant,
  InterpolatedText,
  SegmentedControl,
  stateLabel,
} from '@tessera/ui';
import type { WizardStep } from '@tessera/ui/forms';
import { Box, IconButton, Skeleton } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { useIsTight } from '../../use-is-tight';
import { LastRehearsal } from './last-rehearsal';
import { LaunchParts } from './launch-parts';
import { PlanChecks } from './plan-checks';
import { PlanCost } from './plan-cost';
import { PlanLines } from './plan-lines';
import { PlanPayments } from './plan-payments';
import { PlanSums } from './plan-sums';
import { PlanTable } from './plan-table';
import { PlanTiles } from './plan-tiles';
import type { LaunchChecks } from './use-launch-checks';

type Verdict = PlanLine['verdict'];

const LOGINS_STEP = 2;

interface PlanStepProps {
  plan: JobPlanDto | undefined;
  /** What the checks of modules say. */
  checks: LaunchChecks;
  /** What is launched, by step of the wizard. */
  parts: readonly WizardStep[];
  /** Whether it starts at a later time, which may be on another day. */
  isScheduled: boolean;
  event: EventDto | undefined;
  realmId: number;
  templateId: number | null;
  /** Seconds between two starts. */
  launchDelay: number;
  onLaunchDelay: (seconds: number) => void;
  /** The error of the preview or of the launch. */
  error: ErrorInfo | null;
  /** What changed between preview and launch; empty when nothing did. */
  planChanges: readonly string[];
  /** When the plan was loaded, epoch milliseconds. */
  checkedAt: number;
  onRefresh: () => void;
  /** Repeats what `error` is about. */
  onRetry: () => void;
  /** Goes to a step of the wizard. */
  onChange: (step: number) => void;
}

const filters: readonly (Verdict | 'all')[] = ['all', 'ok', 'warn', 'blocked'];

/** The preview of the plan. */
export function PlanStep(props: PlanStepProps) {
  const { plan, checks, parts, isScheduled, event, realmId, templateId, error, planChanges, checkedAt } =
    props;
  const { launchDelay, onLaunchDelay, onRefresh, onRetry, onChange } = props;
  const t = useTexts();
  const isNarrow = useIsTight(1100);
  const [filter, setFilter] = useState<Verdict | 'all'>('all');
  const gutter = { px: 3 };
  const alert = error ? (
    <Box sx={{ ...gutter, pb: 1.5 }}>
      <ErrorAlert error={error} onRetry={onRetry} />
    </Box>
  ) : null;
  const choices = (
    <Box sx={{ ...gutter, pb: 1.5 }}>
      <LaunchParts parts={parts} onChange={onChange} />
    </Box>
  );
  const onReplace = () => onChange(LOGINS_STEP);
  if (!plan) {
    return (
      <>
        {choices}
        {alert ?? (
          <Box sx={{ ...gutter, display: 'grid', gap: 1.5 }} aria-busy>
            <Skeleton variant="rounded" height={28} />
            <Skeleton variant="rounded" height={80} />
            <Skeleton variant="rounded" height={320} />
          </Box>
        )}
      </>
    );
  }
  const { totals, lines } = plan;
  const shown = lines.filter((line) => filter === 'all' || line.verdict === filter);
  const counts = { all: lines.length, ok: totals.ok, warn: totals.warn, blocked: totals.blocked };
  return (
    <>
      {choices}
      {alert}
      <Box sx={{ ...gutter, display: 'grid', gap: 1.5, pb: 1.5 }}>
        {planChanges.length > 0 ? (
          <Alert tone="warning" title={t('launch.changedTitle')}>
            {t('launch.changedBody')}
            <ul style={{ margin: '4px 0 0', paddingLeft: 18 }}>
              {planChanges.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Alert>
        ) : null}
        <PlanWorkersLine workers={plan.workers} />
        <PlanChecks {...checks} />
        <PlanTiles lines={lines} totals={totals} />
        <PlanCost totals={totals} />
        {plan.payments && event ? (
          <PlanPayments
            forecast={plan.payments}
            eventId={event.id}
            templateId={templateId}
            launchDelay={launchDelay}
            onLaunchDelay={onLaunchDelay}
          />
        ) : null}
        <PlanSums plan={plan} event={event} realmId={realmId} />
        {templateId === null ? null : <LastRehearsal templateId={templateId} />}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
          <SegmentedControl
            label={t('launch.show')}
            segments={filters.map((value) => ({
              value,
              label: `${value === 'all' ? t('launch.all') : stateLabel('plan', value)} ${formatCount(counts[value])}`,
            }))}
            value={filter}
            onChange={setFilter}
          />
          <Box sx={{ flex: 1 }} />
          <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
            <InterpolatedText
              text={(places) => t('launch.checked', places)}
              elements={{ time: <Instant value={checkedAt} style="time-seconds" /> }}
            />
          </Box>
          <IconButton aria-label={t('launch.checkAgain')} onClick={onRefresh}>
            <RefreshCw size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </Box>
      </Box>
      {isNarrow ? (
        <PlanLines lines={shown} isScheduled={isScheduled} onReplace={onReplace} />
      ) : (
        <Box sx={{ overflowX: 'auto' }}>
          <PlanTable lines={shown} isScheduled={isScheduled} onReplace={onReplace} />
        </Box>
      )}
    </>
  );
}

/** The workers that would run the plan's tasks now; a warning where there are none. */
function PlanWorkersLine({ workers }: { workers: PlanWorkers }) {
  const t = useTexts();
  const { connected, serving, free } = workers;
  if (serving === 0) {
    return (
      <Alert tone="warning" title={t('launch.noWorker')}>
        {connected === 0
          ? t('launch.noneConnected')
          : t('launch.othersConnected', { workers: t('launch.workers', { count: connected }) })}
      </Alert>
    );
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'body2' }}>
      <Cpu size={16} strokeWidth={1.75} aria-hidden style={{ flex: 'none' }} />
      {t('launch.served', {
        workers: t('launch.workers', { count: serving }),
        slots: t('launch.slots', { count: free }),
      })}
    </Box>
  );
}
