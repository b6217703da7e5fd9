import type { TaskDto } from '@tessera/api';
import { Descriptions, Instant } from '@tessera/ui';

/** How the task was set up, with the ids that support asks for. */
export const TaskConfiguration = ({ task }: { task: TaskDto }) => (
  <Descriptions
    items={[
      { term: 'Mode', value: task.mode === 'buy' ? 'Buys: the worker also pays' : 'Holds: a person pays' },
      { term: 'Delay', value: task.sleep_time_ms ? `${task.sleep_time_ms} ms` : 'None' },
      { term: 'Last command', value: task.command },
      { term: 'Its answer', value: task.command_message },
      { term: 'Supporter id', value: task.login_supporter_id },
      { term: 'Template', value: task.template_id },
      { term: 'Pool', value: task.pool_id },
      { term: 'Worker slot', value: task.worker_index },
      { term: 'Queue run', value: task.redis_task_id ? <code>{task.redis_task_id}</code> : null },
      { term: 'Event GUID', value: task.event_guid ? <code>{task.event_guid}</code> : null },
      {
        term: 'Found closed',
        value: task.event_closed_count === 0 ? 'Never' : `${task.event_closed_count} times`,
      },
      { term: 'Proxy label', value: task.proxy },
      { term: 'Proxy template', value: task.proxy_template },
      { term: 'Created', value: <Instant value={task.created_at} style="date-time-seconds" /> },
      { term: 'Updated', value: <Instant value={task.updated_at} style="date-time-seconds" /> },
    ]}
  />
);
