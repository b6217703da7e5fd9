import type { TaskDto } from '@tessera/api';
import { Instant } from '@tessera/ui';
import { DescriptionList } from '@tessera/ui/panels';
import { PoolName, TemplateName } from '../../lookups/names';
import { useTexts } from '../../texts';

/** The task's settings, and ids for support. */
export function TaskConfiguration({ task }: { task: TaskDto }) {
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
