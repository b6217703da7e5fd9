import { Box, IconButton, Skeleton, ToggleButton, ToggleButtonGroup } from '@mui/material';
import type { EventDto, JobPlanDto, PlanLine } from '@tessera/api';
import { ErrorAlert, Instant, Notice, type Problem } from '@tessera/ui';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { PlanSums } from './plan-sums';
import { PlanTable } from './plan-table';
import { PlanTiles } from './plan-tiles';

type Verdict = PlanLine['verdict'];

export interface PlanStepProps {
  plan: JobPlanDto | undefined;
  event: EventDto | undefined;
  /** Of the preview, or of the launch that was refused. */
  problem: Problem | null;
  /** What moved between preview and launch, in words; empty: nothing. */
  changed: readonly string[];
  /** Epoch milliseconds of the answer. */
  checkedAt: number;
  onRefresh: () => void;
  onReplace: () => void;
}

const filters: readonly { value: Verdict | 'all'; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'ok', label: 'OK' },
  { value: 'warn', label: 'Warning' },
  { value: 'blocked', label: 'Blocked' },
];

/** The plan before it is launched (picture 04). */
export function PlanStep({ plan, event, problem, changed, checkedAt, onRefresh, onReplace }: PlanStepProps) {
  const [filter, setFilter] = useState<Verdict | 'all'>('all');
  const gutter = { px: 3 };
  const alert = problem ? (
    <Box sx={{ ...gutter, pb: 1.5 }}>
      <ErrorAlert problem={problem} onRetry={onRefresh} />
    </Box>
  ) : null;
  if (!plan) {
    return (
      alert ?? (
        <Box sx={{ ...gutter, display: 'grid', gap: 1.5 }} aria-busy>
          <Skeleton variant="rounded" height={28} />
          <Skeleton variant="rounded" height={80} />
          <Skeleton variant="rounded" height={320} />
        </Box>
      )
    );
  }
  const { totals, lines } = plan;
  const counts = { all: lines.length, ok: totals.ok, warn: totals.warn, blocked: totals.blocked };
  return (
    <>
      {alert}
      <Box sx={{ ...gutter, display: 'grid', gap: 1.5, pb: 1.5 }}>
        {changed.length > 0 ? (
          <Notice tone="warning" title="The plan has changed since you looked at it">
            Nothing has been launched. This is the plan as it is now.
            <ul style={{ margin: '4px 0 0', paddingLeft: 18 }}>
              {changed.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Notice>
        ) : null}
        <PlanTiles lines={lines} totals={totals} />
        <PlanSums plan={plan} event={event} />
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={filter}
            aria-label="Show"
            onChange={(_event, chosen: Verdict | 'all' | null) => setFilter(chosen ?? 'all')}
          >
            {filters.map(({ value, label }) => (
              <ToggleButton key={value} value={value}>
                {label} {counts[value]}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <Box sx={{ flex: 1 }} />
          <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
            Checked <Instant value={checkedAt} style="time-seconds" />, checked again at launch
          </Box>
          <IconButton aria-label="Check again" onClick={onRefresh}>
            <RefreshCw size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </Box>
      </Box>
      <Box sx={{ overflowX: 'auto' }}>
        <PlanTable
          lines={lines.filter((line) => filter === 'all' || line.verdict === filter)}
          onReplace={onReplace}
        />
      </Box>
    </>
  );
}
