import { useQuery } from '@tanstack/react-query';
import { Table2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import {
  type LoadPoint,
  type ModuleSettingsDto,
  type ModuleStatsDto,
  type ReleaseStats,
  useServerNow,
} from '@tessera/api';
import { useSearchParams } from '@tessera/federation/router';
import {
  EmptyState,
  formatDuration,
  formatInstant,
  Panel,
  QueryContent,
  SegmentedControl,
  useLocale,
} from '@tessera/ui';
import { Box, ToggleButton } from '@tessera/ui/mui';
import { type ChartLine, LineChart } from '@tessera/ui/panels';
import { useTexts } from '../../texts';
import { formatLoadTime, formatShare } from './figures';
import { type Period, statsQuery } from './modules.api';
import { Totals } from './totals';

const periods: readonly { value: Period; label: string }[] = [
  { value: '1h', label: '1 h' },
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 d' },
];

const isPeriod = (value: string | null): value is Period => periods.some((period) => period.value === value);

/** The height of the charts with their legends in px, reserved while loading and when empty to avoid layout shift. */
const contentHeight = 266;
const minuteMs = 60_000;
/** How many releases the charts show; the table has them all. */
const maxLines = 4;

/** The releases with the most loads, each with its colour: stable, canary, and the others. */
function colorReleases(module: ModuleSettingsDto, releases: readonly ReleaseStats[]) {
  const others: ChartLine['color'][] = ['waiting', 'notStarted', 'carted'];
  const canaries: ChartLine['color'][] = ['running', 'waiting'];
  return releases
    .toSorted((one, other) => other.loads - one.loads)
    .slice(0, maxLines)
    .map((release) => {
      const isCanary = module.canaries.some(({ release_id }) => release_id === release.release_id);
      const color: ChartLine['color'] =
        release.release_id === module.stable_release_id
          ? 'bought'
          : ((isCanary ? canaries.shift() : undefined) ?? others.shift() ?? 'notStarted');
      return { release, color };
    });
}

/** How fast the releases load and how often they fail, as charts and as a table. */
export function StatsPanel({ module }: { module: ModuleSettingsDto }) {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const [asTable, setAsTable] = useState(false);
  const chosen = params.get('period');
  const period = isPeriod(chosen) ? chosen : '24h';
  const stats = useQuery(statsQuery(module.id, period));
  const choose = (next: Period) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('period', next);
        return after;
      },
      { replace: true },
    );
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Panel
        title={t('modules.stats.title')}
        meta={
          <Box component="span" sx={{ '@container (max-width: 480px)': { display: 'none' } }}>
            {stats.data ? t('modules.stats.every', { step: formatDuration(stats.data.step_seconds) }) : null}
          </Box>
        }
        actions={
          <Box sx={{ display: 'flex', gap: 1, my: 0.5 }}>
            <SegmentedControl
              label={t('modules.stats.period')}
              segments={periods}
              value={period}
              onChange={choose}
            />
            <ToggleButton
              size="small"
              value="table"
              selected={asTable}
              aria-label={t('modules.stats.table')}
              onChange={() => setAsTable(!asTable)}
            >
              <Table2 size={16} strokeWidth={1.75} aria-hidden />
            </ToggleButton>
          </Box>
        }
      >
        <QueryContent query={stats} inset="panel" skeletons={[contentHeight]}>
          {(data) =>
            data.releases.every(({ loads }) => loads === 0) ? (
              <Box sx={{ minHeight: contentHeight + 28, display: 'grid', alignItems: 'center' }}>
                <EmptyState>{t('modules.stats.none')}</EmptyState>
              </Box>
            ) : (
              <>
                <Charts module={module} stats={data} period={period} asTable={asTable} />
                <Totals releases={data.releases} />
              </>
            )
          }
        </QueryContent>
      </Panel>
    </Box>
  );
}

interface ChartsProps {
  module: ModuleSettingsDto;
  stats: ModuleStatsDto;
  period: Period;
  asTable: boolean;
}

function Charts({ module, stats, period, asTable }: ChartsProps) {
  const t = useTexts();
  const locale = useLocale();
  const { releases, step_seconds } = stats;
  const shown = useMemo(() => colorReleases(module, releases), [module, releases]);
  const style = period === '7d' ? 'weekday-time' : 'time';
  const now = useServerNow(minuteMs);
  const steps = useMemo(() => stepsOf(stats, now), [stats, now]);
  const points = steps.map((at) => {
    const end = at + step_seconds * 1000;
    return {
      label: formatInstant(at, { ...locale, style }),
      name: `${formatInstant(at, locale)}–${formatInstant(end, { ...locale, style: 'time' })}`,
    };
  });
  const series = shown.map(({ release, color }) => ({ release, color, values: pointsOf(release, steps) }));
  const loadTimes = series.flatMap(({ release: { version }, color, values }): ChartLine[] => [
    {
      label: t('modules.stats.line95', { version }),
      color,
      values: values.map((point) => point?.p95_ms ?? null),
    },
    {
      label: t('modules.stats.line50', { version }),
      color,
      dashed: true,
      values: values.map((point) => point?.p50_ms ?? null),
    },
  ]);
  const errorRates = series.map(({ release: { version }, color, values }): ChartLine => ({
    label: version,
    color,
    values: values.map((point) => point?.error_rate ?? null),
  }));
  return (
    <Box
      sx={{
        p: '14px',
        minHeight: contentHeight + 28,
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <Chart title={t('modules.stats.loadTime')}>
        <LineChart
          label={t('modules.stats.loadTime')}
          points={points}
          lines={loadTimes}
          format={formatLoadTime}
          limit={{ value: module.load_budget_ms, label: t('modules.stats.budget') }}
          asTable={asTable}
          height={200}
        />
      </Chart>
      <Chart title={t('modules.stats.errorRate')}>
        <LineChart
          label={t('modules.stats.errorRate')}
          points={points}
          lines={errorRates}
          format={formatShare}
          smallestStep={0.0025}
          limit={{ value: module.error_budget_percent / 100, label: t('modules.stats.budget') }}
          asTable={asTable}
          height={200}
        />
      </Chart>
    </Box>
  );
}

const Chart = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box sx={{ minWidth: 0 }}>
    <Box component="h3" sx={{ typography: 'subtitle2', color: 'text.secondary', m: 0, mb: 1 }}>
      {title}
    </Box>
    {children}
  </Box>
);

/** Length of each period, in seconds. */
const lengths: Readonly<Record<ModuleStatsDto['period'], number>> = {
  '1h': 3_600,
  '24h': 86_400,
  '7d': 604_800,
};

/**
 * The starts of a period's steps, in epoch milliseconds: the server leaves out those without loads.
 *
 * @param now epoch milliseconds by the server's clock
 */
function stepsOf({ period, step_seconds, releases }: ModuleStatsDto, now: number): number[] {
  const step = step_seconds * 1000;
  const reported = releases.flatMap(({ points }) => points.map(({ at }) => Date.parse(at)));
  const last = Math.max(Math.floor(now / step) * step, ...reported);
  const count = lengths[period] / step_seconds;
  return Array.from({ length: count }, (_, i) => last - (count - 1 - i) * step);
}

/** A release's figures in each step; undefined: none were reported. */
function pointsOf({ points }: ReleaseStats, steps: readonly number[]): (LoadPoint | undefined)[] {
  const byTime = new Map(points.map((point) => [Date.parse(point.at), point]));
  return steps.map((at) => byTime.get(at));
}
