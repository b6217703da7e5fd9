import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import type { JobTaskEventsDto } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { taskReasonText } from '@tessera/product-ui';
import { describeError, EmptyState, ErrorAlert, stateAppearance, useKept } from '@tessera/ui';
import { PlainSelect } from '@tessera/ui/forms';
import { Box, Button, Link as MuiLink, Skeleton } from '@tessera/ui/mui';
import { Timeline, type TimelineEntry } from '@tessera/ui/panels';
import type { Job } from '../../task-types';
import { type TasksTexts, useTexts } from '../../texts';
import { en } from '../../texts/en';
import { jobTaskEventsQuery } from './job-review.api';

const actors = ['user', 'worker', 'system'] as const;
type EventKind = keyof typeof en.tasks.timeline;
const kinds = Object.keys(en.tasks.timeline) as EventKind[];
const isKind = (what: string): what is EventKind => Object.hasOwn(en.tasks.timeline, what);

const kindName = (t: TasksTexts, what: string): string => (isKind(what) ? t(`tasks.timeline.${what}`) : what);

/** "Running → Queued, Sold out", with the number of tasks or the one task. */
function toEntry(t: TasksTexts, jobId: number, event: JobTaskEventsDto): TimelineEntry {
  const { id, at, actor_kind, what, from, to, count, task_id, task_name, reason, message } = event;
  const hasChanged = to !== null && from !== to;
  const { icon, hue } = hasChanged
    ? stateAppearance('task', to)
    : { icon: CircleAlert, hue: 'stone' as const };
  const change =
    hasChanged && from !== null
      ? `${stateAppearance('task', from).label} → ${stateAppearance('task', to).label}`
      : kindName(t, what);
  const text = taskReasonText(reason, message);
  const task =
    task_id === null ? (
      t('words.taskCount', { count })
    ) : (
      <MuiLink component={Link} to={`/jobs/${jobId}?tab=tasks&open=${task_id}`} underline="always">
        {task_name}
      </MuiLink>
    );
  return {
    id,
    at,
    icon,
    hue,
    what: (
      <>
        {text && text !== change ? `${change}, ${text}` : change} · {task}
      </>
    ),
    by: t(`jobPage.timeline.${actor_kind}`),
  };
}

export interface JobMachineTimelineProps {
  job: Job;
  /** Who caused the entries; empty for everyone. */
  by: string;
  /** The kind of the entries; empty for all. */
  what: string;
  onFilter: (name: 'by' | 'what', value: string) => void;
}

/** What happened to the job's tasks, newest first. Entries of one second with the same reason are one. */
export function JobMachineTimeline({ job, by, what, onFilter }: JobMachineTimelineProps) {
  const t = useTexts();
  const actor = actors.find((one) => one === by);
  const kind = isKind(what) ? what : undefined;
  const events = useInfiniteQuery(jobTaskEventsQuery(job, { actor_kind: actor, what: kind }));
  const { error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = events;
  const data = useKept(`${job.id} ${by} ${what}`, events.data);
  const rows = data?.pages.flatMap((page) => page.rows);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <PlainSelect
          label={t('jobPage.timeline.by')}
          value={actor ?? ''}
          empty={t('jobPage.timeline.everyone')}
          onChange={(value) => onFilter('by', value)}
          options={actors.map((value) => ({ value, label: t(`jobPage.timeline.${value}`) }))}
          sx={{ width: 180 }}
        />
        <PlainSelect
          label={t('jobPage.timeline.what')}
          value={kind ?? ''}
          empty={t('jobPage.timeline.everything')}
          onChange={(value) => onFilter('what', value)}
          options={kinds.map((value) => ({ value, label: kindName(t, value) }))}
          sx={{ width: 220 }}
        />
      </Box>
      {error && !rows ? (
        <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />
      ) : !rows ? (
        <Skeleton variant="rounded" height={240} />
      ) : rows.length === 0 ? (
        <EmptyState>
          {t(actor || kind ? 'jobPage.timeline.emptyFiltered' : 'jobPage.timeline.empty')}
        </EmptyState>
      ) : (
        <Timeline entries={rows.map((event) => toEntry(t, job.id, event))} />
      )}
      {hasNextPage ? (
        <Box>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('jobs.events.earlier')}
          </Button>
        </Box>
      ) : null}
    </Box>
  );
}
