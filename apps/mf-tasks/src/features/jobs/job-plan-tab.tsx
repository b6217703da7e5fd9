import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { JobPlanLineDto } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import {
  describeError,
  EmptyState,
  ErrorAlert,
  formatCount,
  Instant,
  Panel,
  SegmentedControl,
  stateLabel,
  StatusChip,
} from '@tessera/ui';
import {
  Box,
  Button,
  Link as MuiLink,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '@tessera/ui/mui';
import { lineReason, reasonColor } from '../../plan-reason-text';
import { useTexts } from '../../texts';
import { useIsTight } from '../../use-is-tight';
import { jobPlanQuery, jobPlanTotalsQuery } from './job-review.api';

const verdicts = ['ok', 'warn', 'blocked'] as const;
export type PlanFilter = (typeof verdicts)[number] | 'all';

export const isPlanFilter = (value: string | null): value is PlanFilter =>
  value === 'all' || verdicts.some((verdict) => verdict === value);

export interface JobPlanTabProps {
  id: number;
  shown: PlanFilter;
  onShow: (shown: PlanFilter) => void;
}

/** The plan that the job was launched with: each line with its verdict and the task that it became. */
export function JobPlanTab({ id, shown, onShow }: JobPlanTabProps) {
  const t = useTexts();
  const isNarrow = useIsTight(760);
  const totals = useQuery(jobPlanTotalsQuery(id)).data;
  const plan = useInfiniteQuery(jobPlanQuery(id, shown === 'all' ? '' : shown));
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = plan;
  if (error && !data) return <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />;
  if (!data || !totals) return <Skeleton variant="rounded" height={320} />;
  if (!totals.kept) return <EmptyState>{t('jobPage.plan.notKept')}</EmptyState>;
  const counts = { ...totals, all: totals.ok + totals.warn + totals.blocked };
  const lines = data.pages.flatMap(({ rows }) => rows);
  const choice = (
    <SegmentedControl
      wide={isNarrow}
      label={t('jobPage.plan.show')}
      value={shown}
      onChange={onShow}
      segments={(['all', ...verdicts] as const).map((value) => ({
        value,
        label:
          value === 'all'
            ? t('jobPage.plan.all', { number: formatCount(counts.all) })
            : t('jobPage.plan.of', {
                verdict: stateLabel('plan', value),
                number: formatCount(counts[value]),
              }),
      }))}
    />
  );
  return (
    <Panel title={t('jobPage.plan.label')} actions={isNarrow ? undefined : choice}>
      {isNarrow ? <Box sx={{ p: '14px', whiteSpace: 'nowrap' }}>{choice}</Box> : null}
      {lines.length === 0 ? (
        <EmptyState>{t('jobPage.plan.empty')}</EmptyState>
      ) : isNarrow ? (
        <NarrowLines id={id} lines={lines} />
      ) : (
        <WideLines id={id} lines={lines} />
      )}
      {hasNextPage ? (
        <Box sx={{ p: '14px' }}>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('jobPage.plan.more')}
          </Button>
        </Box>
      ) : null}
    </Panel>
  );
}

interface LinesProps {
  id: number;
  lines: readonly JobPlanLineDto[];
}

function WideLines({ id, lines }: LinesProps) {
  const t = useTexts();
  return (
    <Table
      aria-label={t('jobPage.plan.label')}
      sx={{
        '& td, & th': { height: 32, whiteSpace: 'nowrap' },
        '& td.reason': { whiteSpace: 'normal', py: '6px' },
      }}
    >
      <TableHead>
        <TableRow>
          <TableCell align="right" sx={{ width: 56 }}>
            {t('jobPage.plan.number')}
          </TableCell>
          <TableCell sx={{ width: 112 }}>{t('jobPage.plan.result')}</TableCell>
          <TableCell>{t('words.login')}</TableCell>
          <TableCell align="right">{t('words.seats')}</TableCell>
          <TableCell>{t('jobPage.plan.starts')}</TableCell>
          <TableCell sx={{ width: '100%' }}>{t('jobPage.plan.reason')}</TableCell>
          <TableCell>{t('jobPage.plan.task')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <TableRow key={line.index}>
            <TableCell align="right" sx={{ color: 'text.tertiary' }}>
              {line.index + 1}
            </TableCell>
            <TableCell>
              <StatusChip of="plan" state={line.verdict} />
            </TableCell>
            <TableCell>
              <LoginOf line={line} />
            </TableCell>
            <TableCell align="right">{line.seats}</TableCell>
            <TableCell>
              <Instant value={line.starts_at} style="date-time-seconds" />
            </TableCell>
            <TableCell className="reason" sx={{ color: reasonColor[line.verdict] }}>
              {lineReason(t, line)}
            </TableCell>
            <TableCell>
              <TaskOf id={id} line={line} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function NarrowLines({ id, lines }: LinesProps) {
  const t = useTexts();
  return (
    <Box component="ul" aria-label={t('jobPage.plan.label')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {lines.map((line) => (
        <Box
          component="li"
          key={line.index}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr) auto',
            gap: 0.5,
            px: '14px',
            py: 1,
            borderBottom: 1,
            borderColor: 'line.subtle',
          }}
        >
          <Box sx={{ overflowWrap: 'anywhere' }}>
            {line.index + 1} · <LoginOf line={line} />
          </Box>
          <Box sx={{ justifySelf: 'end' }}>
            <StatusChip of="plan" state={line.verdict} />
          </Box>
          <Box sx={{ typography: 'caption', color: reasonColor[line.verdict] }}>{lineReason(t, line)}</Box>
          <Box sx={{ justifySelf: 'end' }}>
            <TaskOf id={id} line={line} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function LoginOf({ line: { login_id, login_name } }: { line: JobPlanLineDto }) {
  const t = useTexts();
  return <>{login_name ?? (login_id === null ? '–' : t('jobPage.plan.loginRemoved', { id: login_id }))}</>;
}

/** The task that a line became, as a link into the job's tasks. */
function TaskOf({ id, line: { task_id, task_status, verdict } }: { id: number; line: JobPlanLineDto }) {
  const t = useTexts();
  if (task_id === null || task_status === null) {
    const text = t(verdict === 'blocked' ? 'jobPage.plan.noTask' : 'jobPage.plan.removed');
    return (
      <Box component="span" sx={{ color: 'text.tertiary' }}>
        {text}
      </Box>
    );
  }
  return (
    <MuiLink component={Link} to={`/jobs/${id}?tab=tasks&open=${task_id}`} underline="hover">
      <StatusChip of="task" state={task_status} />
    </MuiLink>
  );
}
