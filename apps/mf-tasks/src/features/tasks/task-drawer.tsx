import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { TaskDto } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { useSlotTabs } from '@tessera/product-ui/slots';
import { Instant, InterpolatedText, QueryContent, StatusChip, useKept } from '@tessera/ui';
import { Link as MuiLink } from '@tessera/ui/mui';
import { DescriptionList } from '@tessera/ui/panels';
import { DrawerActions } from '../../drawer/drawer-actions';
import { DrawerSections } from '../../drawer/drawer-sections';
import { RecordDrawer } from '../../drawer/record-drawer';
import { useDeferredRecord } from '../../drawer/use-deferred-record';
import { PoolName, TemplateName } from '../../lookups/names';
import type { TaskCommand, TaskSummary } from '../../task-types';
import { useTexts } from '../../texts';
import { TaskOverview } from './task-overview';
import { TaskTimeline } from './task-timeline';
import { TaskWhy } from './task-why';
import { taskEventsQuery, taskQuery } from './tasks.api';
import type { TaskAction } from './use-task-actions';

interface TaskDrawerProps {
  id: number;
  mayLaunch: boolean;
  actions: (task: TaskSummary) => readonly TaskAction[];
  onCommand: (task: TaskSummary, command: TaskCommand) => void;
  onClose: () => void;
  onPrevious?: () => void;
  onNext?: () => void;
}

/** Actions shown as buttons, in a fixed order: the task's state may change under the pointer. */
const PRIMARY_ACTIONS: readonly TaskAction['act'][] = ['start', 'pause', 'resume', 'stop', 'mark_bought'];

/** One task beside the list: why it isn't running, its actions, overview, timeline, configuration and what modules add. */
export function TaskDrawer(props: TaskDrawerProps) {
  const { id, onClose, onPrevious, onNext } = props;
  const t = useTexts();
  // State of this component: it applies to the next task, and a narrow window mounts another drawer.
  const [shown, setShown] = useState('overview');
  const { data, error, refetch } = useQuery(taskQuery(id));
  const task = useDeferredRecord(data, id);
  return (
    <RecordDrawer
      name={task?.name}
      placeholder={t('tasks.word')}
      status={task ? <StatusChip of="task" state={task.status} paused={task.paused} /> : null}
      subtitle={task ? <Subtitle task={task} /> : null}
      error={error}
      onRetry={() => void refetch()}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
    >
      {task ? <Content {...props} task={task} shown={shown} onShow={setShown} /> : null}
    </RecordDrawer>
  );
}

function Subtitle({ task }: { task: TaskDto }) {
  const t = useTexts();
  if (task.job_id === null) return <>{t('tasks.where', { id: task.id })}</>;
  const job = (
    <MuiLink component={Link} to={`/jobs/${task.job_id}`} underline="always">
      {t('tasks.jobNumbered', { id: task.job_id })}
    </MuiLink>
  );
  return (
    <InterpolatedText
      text={(places) => t('tasks.whereOfJob', { id: task.id, ...places })}
      elements={{ job }}
    />
  );
}

interface ContentProps extends TaskDrawerProps {
  task: TaskDto;
  shown: string;
  onShow: (section: string) => void;
}

function Content({ task, mayLaunch, actions, onCommand, shown, onShow }: ContentProps) {
  const t = useTexts();
  const timeline = useQuery(taskEventsQuery(task.id, task.updated_at));
  const { error, refetch } = timeline;
  const data = useKept(task.id, timeline.data);
  const events = useDeferredValue(data);
  const all = actions(task);
  const added = useSlotTabs('task.tab', task.id);
  const primary = all.filter(({ act }) => PRIMARY_ACTIONS.includes(act));
  return (
    <>
      <TaskWhy task={task} mayLaunch={mayLaunch} onCommand={onCommand} />
      <DrawerActions
        name={task.name}
        primary={primary}
        more={all.filter((action) => !primary.includes(action))}
      />
      <DrawerSections
        label={t('tasks.word')}
        shown={shown}
        onShow={onShow}
        sections={[
          {
            id: 'overview',
            label: t('words.overview'),
            content: <TaskOverview task={task} events={events ?? []} onAll={() => onShow('timeline')} />,
          },
          {
            id: 'timeline',
            label: t('words.timeline'),
            count: events?.length,
            content: (
              <QueryContent query={{ data, error, refetch }} inset="none" skeletons={[160]}>
                {(shown) => <TaskTimeline events={shown} />}
              </QueryContent>
            ),
          },
          {
            id: 'configuration',
            label: t('tasks.configuration'),
            content: <TaskConfiguration task={task} />,
          },
          ...added,
        ]}
      />
    </>
  );
}

/** The task's settings, and ids for support. */
function TaskConfiguration({ task }: { task: TaskDto }) {
  const t = useTexts();
  const { sleep_time_ms: delay, event_closed_count: closed } = task;
  return (
    <DescriptionList
      items={[
        { term: t('tasks.mode'), value: task.mode === 'buy' ? t('tasks.modeBuy') : t('tasks.modeHold') },
        { term: t('words.delay'), value: delay ? t('tasks.ms', { number: delay }) : t('tasks.none') },
        { term: t('tasks.lastCommand'), value: task.command },
        { term: t('tasks.commandResponse'), value: task.command_message },
        { term: t('tasks.supporterId'), value: task.login_supporter_id },
        { term: t('words.template'), value: <TemplateName id={task.template_id} /> },
        { term: t('words.pool'), value: <PoolName id={task.pool_id} /> },
        { term: t('tasks.workerSlot'), value: task.worker_index },
        { term: t('tasks.queueId'), value: task.redis_task_id ? <code>{task.redis_task_id}</code> : null },
        { term: t('tasks.eventGuid'), value: task.event_guid ? <code>{task.event_guid}</code> : null },
        {
          term: t('tasks.foundClosed'),
          value: closed === 0 ? t('tasks.never') : t('tasks.times', { count: closed }),
        },
        { term: t('words.proxyLabel'), value: task.proxy },
        { term: t('words.proxyTemplate'), value: task.proxy_template },
        { term: t('words.created'), value: <Instant value={task.created_at} style="date-time-seconds" /> },
        { term: t('words.updated'), value: <Instant value={task.updated_at} style="date-time-seconds" /> },
      ]}
    />
  );
}
