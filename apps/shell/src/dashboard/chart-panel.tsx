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
  SegmentedControl,
  StackedColumns,
  useLocale,
} from '@tessera/ui';
import { Box, ToggleButton } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { type Span, useTasksOverTime } from './dashboard.api';
import { PanelContent } from './panel-content';

/** Height of the plot with its legend in px, reserved while loading and when empty to avoid layout shift. */
const plotHeight = 266;

const spans: readonly { value: Span; label: string }[] = [
  { value: '1h', label: '1 h' },
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 d' },
];

const endOf = (at: string, seconds: number): string =>
  new Date(Date.parse(at) + seconds * 1000).toISOString();

/** The list of tasks that changed their status in a period. */
const tasksChangedIn = (from: string, to: string): string =>
  `/tasks?${new URLSearchParams({ changed_from: from, changed_to: to }).toString()}`;

const isEmpty = ({ counts }: TimeStep): boolean => Object.values(countsOf(counts)).every((count) => !count);

/** Whether only the last hour, the last two steps, has any tasks. */
const startedRecently = (steps: readonly TimeStep[]): boolean =>
  steps.slice(0, -2).every(isEmpty) && !steps.slice(-2).every(isEmpty);

/** Number of tasks in each status over time, as columns or as a table; `tasks`: whether the user may open their list. */
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
      meta={
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {chart.data ? t('dashboard.chart.every', { step: formatDuration(chart.data.step_seconds) }) : null}
        </Box>
      }
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
      <PanelContent query={chart} height={plotHeight}>
        {({ steps, step_seconds }) =>
          steps.every(isEmpty) ? (
            <Box sx={{ minHeight: plotHeight + 28, display: 'grid', alignItems: 'center' }}>
              <EmptyState>{t('dashboard.chart.none')}</EmptyState>
            </Box>
          ) : (
            <Box sx={{ p: '14px', minHeight: plotHeight + 28 }}>
              <StackedColumns
                label={t('dashboard.chart.label')}
                columns={steps.map(({ at, counts }) => ({
                  label: formatInstant(at, { ...locale, style }),
                  name: `${formatInstant(at, locale)}–${formatInstant(endOf(at, step_seconds), { ...locale, style: 'time' })}`,
                  values: countsBySeries(countsOf(counts)),
                }))}
                asTable={asTable}
                height={220}
                {...(tasks
                  ? {
                      onOpen: (i: number) => {
                        const at = steps[i]?.at;
                        if (at) void navigate(tasksChangedIn(at, endOf(at, step_seconds)));
                      },
                    }
                  : {})}
              />
            </Box>
          )
        }
      </PanelContent>
    </Panel>
  );
}
