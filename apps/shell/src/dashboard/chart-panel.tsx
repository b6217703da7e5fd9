import { countsOf, type TimeStep } from '@tessera/api';
import { countsBySeries, formatInstant, Panel, StackedColumns, useLocale } from '@tessera/ui';
import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { Table2 } from 'lucide-react';
import { useState } from 'react';
import type { Span } from './dashboard.api';

const spans: readonly { value: Span; label: string }[] = [
  { value: '1h', label: '1 h' },
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 d' },
];

interface Props {
  steps: readonly TimeStep[];
  span: Span;
  onSpan: (span: Span) => void;
}

/** What became of tasks over time, as columns or as a table. */
export function ChartPanel({ steps, span, onSpan }: Props) {
  const locale = useLocale();
  const [asTable, setAsTable] = useState(false);
  const style = span === '7d' ? 'weekday-time' : 'time';
  const columns = steps.map(({ at, counts }) => ({
    label: formatInstant(at, { ...locale, style }),
    values: countsBySeries(countsOf(counts)),
  }));
  return (
    <Panel
      title="Task changes"
      meta={
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          into each status
        </Box>
      }
      actions={
        <Box sx={{ display: 'flex', gap: 1, my: 0.5 }}>
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-label="Span"
            value={span}
            onChange={(_event, value: Span | null) => value && onSpan(value)}
          >
            {spans.map(({ value, label }) => (
              <ToggleButton key={value} value={value}>
                {label}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <ToggleButton
            size="small"
            value="table"
            selected={asTable}
            aria-label="Show as a table"
            onChange={() => setAsTable(!asTable)}
          >
            <Table2 size={16} strokeWidth={1.75} aria-hidden />
          </ToggleButton>
        </Box>
      }
      padded
    >
      <StackedColumns label="Task changes by the status they led to" columns={columns} asTable={asTable} />
    </Panel>
  );
}
