import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RowAction } from '@tessera/data-table';
import { countTasks } from '@tessera/domain';
import { Link } from '@tessera/federation/router';
import { JobStatus } from '@tessera/product-ui';
import { useSlotTabs } from '@tessera/product-ui/slots';
import { InterpolatedText } from '@tessera/ui';
import { Link as MuiLink } from '@tessera/ui/mui';
import { DrawerActions } from '../../drawer/drawer-actions';
import { DrawerSections } from '../../drawer/drawer-sections';
import { RecordDrawer } from '../../drawer/record-drawer';
import { useDeferredRecord } from '../../drawer/use-deferred-record';
import type { Job } from '../../task-types';
import { useTexts } from '../../texts';
import { JobOverview } from './job-overview';
import { JobPlan } from './job-plan';
import { JobTasks } from './job-tasks';
import { JobTimeline } from './job-timeline';
import { jobQuery } from './jobs.api';

export interface JobDrawerProps {
  id: number;
  actions: (job: Job) => readonly RowAction[];
  onClose: () => void;
}

/** One job beside the list: its figures, tasks, plan, timeline and what modules add. */
export function JobDrawer({ id, actions, onClose }: JobDrawerProps) {
  const t = useTexts();
  // State of this component, since a narrow window mounts another drawer.
  const [shown, setShown] = useState('overview');
  const { data, error, refetch } = useQuery(jobQuery(id));
  const job = useDeferredRecord(data, id);
  return (
    <RecordDrawer
      name={job?.name}
      placeholder={t('jobs.word')}
      status={job ? <JobStatus status={job.status} counts={job.counts} /> : null}
      subtitle={job ? <Subtitle job={job} /> : null}
      error={error}
      onRetry={() => void refetch()}
      onClose={onClose}
    >
      {job ? <Content job={job} actions={actions(job)} shown={shown} onShow={setShown} /> : null}
    </RecordDrawer>
  );
}

function Subtitle({ job: { id, template_name: template } }: { job: Job }) {
  const t = useTexts();
  const link = (to: string, label: string) => (
    <MuiLink component={Link} to={to} underline="always">
      {label}
    </MuiLink>
  );
  return (
    <InterpolatedText
      text={(places) =>
        template === null
          ? t('jobs.where', { id, ...places })
          : t('jobs.whereOfTemplate', { id, template, ...places })
      }
      elements={{
        page: link(`/jobs/${id}`, t('jobPage.openLink')),
        tasks: link(`/tasks?job_id=${id}`, t('jobs.openTasks')),
      }}
    />
  );
}

/** The number of actions shown as buttons: the first of those that can be taken now. */
const PRIMARY_ACTIONS = 4;

interface ContentProps {
  job: Job;
  actions: readonly RowAction[];
  shown: string;
  onShow: (section: string) => void;
}

function Content({ job, actions, shown, onShow }: ContentProps) {
  const t = useTexts();
  const added = useSlotTabs('job.tab', job.id);
  const primary = actions
    .filter(({ disabled, danger }) => disabled === undefined && !danger)
    .slice(0, PRIMARY_ACTIONS);
  return (
    <>
      <DrawerActions
        name={job.name}
        primary={primary}
        more={actions.filter((action) => !primary.includes(action))}
      />
      <DrawerSections
        label={t('jobs.word')}
        shown={shown}
        onShow={onShow}
        sections={[
          { id: 'overview', label: t('words.overview'), content: <JobOverview job={job} /> },
          {
            id: 'tasks',
            label: t('words.tasks'),
            count: countTasks(job),
            content: <JobTasks id={job.id} />,
          },
          { id: 'plan', label: t('jobs.plan'), content: <JobPlan job={job} /> },
          { id: 'timeline', label: t('words.timeline'), content: <JobTimeline job={job} /> },
          ...added,
        ]}
      />
    </>
  );
}
