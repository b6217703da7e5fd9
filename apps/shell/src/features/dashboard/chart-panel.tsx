import { Table2 } from 'lucide-react';
import { useState } from 'react';
import { countsOf, type TimeStep } from '@tessera/api';
import { useNavigate } from '@tessera/federation/router';
import {
  countsBySeries,
  EmptyState,
  formatDuration,
  formatInstant,
  Panel,
  QueryContent,
  SegmentedControl,
  type SeriesKey,
  StackedColumns,
  useLocale,
} from '@tessera/ui';
import { Box, ToggleButton } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { type Span, useTasksOverTime } from './dashboard.api';

/** Heights of the two plots in px. */
const heights = { unfinished: 150, ended: 100 };
/** Height of both with titles and legends in px, reserved while loading and when empty to avoid layout shift. */
const plotHeight = 380;

const labels: Record<Span, string> = { '1h': '1 h', '24h': '24 h', '7d': '7 d' };
const spans = (['1h', '24h', '7d'] as const).map((value) => ({ value, label: labels[value] }));

const endOf = (at: string, seconds: number): string =>
  new Date(Date.parse(at) + seconds * 1000).toISOString();

/** The list of tasks that changed their status in a period. */
const tasksChangedIn = (from: string, to: string): string =>
  `/tasks?${new URLSearchParams({ changed_from: from, changed_to: to }).toString()}`;

const isEmpty = ({ counts }: TimeStep): boolean => Object.values(countsOf(counts)).every((count) => !count);

/** Whether only the last hour, the last two steps, has any tasks. */
const startedRecently = (steps: readonly TimeStep[]): boolean =>
  steps.slice(0, -2).every(isEmpty) && !steps.slice(-2).every(isEmpty);

/** What the charts show: the statuses that tasks are in, and the ends of tasks. */
const inStatus: readonly SeriesKey[] = ['carted', 'running', 'waiting', 'notStarted'];
const ends: readonly SeriesKey[] = ['bought', 'failed'];

/**
 * Unfinished tasks by status over time, and beside them how many ended in each step, since the two can't be added up.
 * `tasks`: whether the user may open their list.
 */
export function ChartPanel({ tasks }: { tasks: boolean }) {
  const navigate = useNavigate();
  const t = useTexts();
  const locale = useLocale();
  const [chosen, setSpan] = useState<Span | null>(null);
  const day = useTasksOverTime('24h');
  // When all tasks started within the last hour, a day's chart would show a single column at the edge.
  const span = chosen ?? (day.data && startedRecently(day.data.steps) ? '1h' : '24h');
  const [asTable, setAsTable] = useState(false);
  const chart = useTasksOverTime(span);
  const style = span === '7d' ? 'weekday-time' : 'time';
  return (
    <Panel
      title={t('dashboard.chart.title')}
      actions={
        <Box sx={{ display: 'flex', gap: 1, my: 0.5 }}>
          <SegmentedControl
            label={t('dashboard.chart.span')}
            segments={spans}
            value={span}
            onChange={setSpan}
          />
          <ToggleButton
            size="small"
            value="table"
            selected={asTable}
            aria-label={t('dashboard.chart.table')}
            onChange={() => setAsTable(!asTable)}
          >
            <Table2 size={16} strokeWidth={1.75} aria-hidden />
          </ToggleButton>
        </Box>
      }
    >
      <QueryContent query={chart} inset="panel" skeletons={[plotHeight]}>
        {({ steps, step_seconds }) =>
          steps.every(isEmpty) ? (
            <Box sx={{ minHeight: plotHeight + 28, display: 'grid', alignItems: 'center' }}>
              <EmptyState>{t('dashboard.chart.none')}</EmptyState>
            </Box>
          ) : (
            <Box
              sx={{ p: '14px', minHeight: plotHeight + 28, display: 'grid', gap: 1, alignContent: 'start' }}
            >
              {(['unfinished', 'ended'] as const).map((which) => (
                <Box component="section" key={which} aria-label={t(`dashboard.chart.${which}`)}>
                  <Box sx={{ typography: 'subtitle2', color: 'text.secondary', mb: 0.5 }}>
                    {t(`dashboard.chart.${which}`)}{' '}
                    <Box component="span" sx={{ typography: 'caption' }}>
                      {t(`dashboard.chart.${which}At`, { step: formatDuration(step_seconds) })}
                    </Box>
                  </Box>
                  <StackedColumns
                    label={t(`dashboard.chart.${which}Label`)}
                    columns={steps.map(({ at, counts }) => ({
                      label: formatInstant(at, { ...locale, style }),
                      name: `${formatInstant(at, locale)}–${formatInstant(endOf(at, step_seconds), { ...locale, style: 'time' })}`,
                      values: countsBySeries(countsOf(counts)),
                    }))}
                    only={which === 'ended' ? ends : inStatus}
                    sumOf={
                      which === 'ended' ? t('dashboard.chart.endedSum', { span: labels[span] }) : undefined
                    }
                    asTable={asTable}
                    height={heights[which]}
                    onOpen={
                      tasks
                        ? (i: number) => {
                            const at = steps[i]?.at;
                            if (at) void navigate(tasksChangedIn(at, endOf(at, step_seconds)));
                          }
                        : undefined
                    }
                  />
                </Box>
              ))}
            </Box>
          )
        }
      </QueryContent>
    </Panel>
  );
}
