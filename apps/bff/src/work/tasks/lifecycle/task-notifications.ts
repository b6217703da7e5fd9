import { failedStatuses, type TaskInput, type TaskStatus } from '@tessera/domain';
import type { MessageKind } from '@tessera/domain/notifications';
import type { NotificationDraft, Topic } from '../../../messages';
import type { TaskNames } from './task-lifecycle.repository';
import { messageColumns, type TaskMessage } from './task-reasons';

/** A change of a task that may notify people. */
export interface NotifiableChange {
  task_id: number;
  realm_id: number;
  input: TaskInput['type'];
  from: TaskStatus;
  to: TaskStatus;
  message: TaskMessage | null;
}

interface NotificationType {
  kind: MessageKind;
  topic: Topic;
  /** The seats that it is about. */
  seats?: 'held' | 'bought' | 'lapsed';
}

const notificationTypes = {
  held: { kind: 'seats_held', topic: 'hold_created', seats: 'held' },
  turn: { kind: 'queue_turn', topic: 'queue_turn' },
  failed: { kind: 'task_failed', topic: 'task_failed' },
  expired: { kind: 'task_expired', topic: 'task_failed', seats: 'lapsed' },
  bought: { kind: 'tickets_bought', topic: 'purchase_confirmed', seats: 'bought' },
} as const satisfies Record<string, NotificationType>;

/** The notification that a change causes; most changes cause none. */
function notificationTypeOf({ input, from, to }: NotifiableChange): NotificationType | null {
  if (input === 'hold') return notificationTypes.held;
  if (input === 'report' && from === 'waiting_room' && to === 'running') return notificationTypes.turn;
  if (to === 'failed') return notificationTypes.failed;
  // A task that is queued once more has lost its seats too.
  if (to === 'expired' || (input === 'holds_lapsed' && to === 'queued')) return notificationTypes.expired;
  const paid = input === 'paid' || input === 'holds_lapsed' || input === 'hold_removed';
  return paid && to === 'bought' ? notificationTypes.bought : null;
}

/** The page that a click opens: the event's pay queue, the tickets, or else the task. */
const pathFor = (topic: Topic, eventId: number, tasks: string): string => {
  if (topic === 'hold_created') return `/pay?event=${eventId}`;
  return topic === 'purchase_confirmed' ? '/tickets' : `/tasks?${tasks}`;
};

/** The task list's filter for the tasks of a group of notifications. Those that lost their seats may be queued once more. */
const taskListFilter = (kind: MessageKind, { job_id, event_id }: TaskNames): string =>
  new URLSearchParams({
    ...(kind === 'task_failed' ? { status: failedStatuses.join(',') } : {}),
    ...(job_id === null ? { event_id: String(event_id) } : { job_id: String(job_id) }),
  }).toString();

type TypedChange = NotifiableChange & { type: NotificationType };

/** The changes that cause a notification, with its type. */
export const notifiableChanges = (changes: readonly NotifiableChange[]): TypedChange[] =>
  changes.flatMap((change) => {
    const type = notificationTypeOf(change);
    return type ? [{ ...change, type }] : [];
  });

/** The notifications about simultaneous changes. Those of one job, or else of one event, are grouped into one message. */
export function taskNotifications(
  changes: readonly TypedChange[],
  names: ReadonlyMap<number, TaskNames>,
): NotificationDraft[] {
  return changes.flatMap(
    ({ realm_id, type: { topic, kind, seats }, message, task_id }): NotificationDraft[] => {
      const task = names.get(task_id);
      if (!task) return [];
      const subject = task.job_name ?? task.event_name;
      const { job_id, event_id } = task;
      return [
        {
          realm_id,
          topic,
          kind,
          subject,
          params: { task: task.name, ...messageColumns(message) },
          concerns: { event_id, job_id },
          path: pathFor(topic, event_id, `open=${task_id}`),
          tasks: { [task_id]: seats ? task[seats] : 0 },
          group: {
            key: `${kind} ${job_id === null ? `event:${event_id}` : `job:${job_id}`}`,
            params: {},
            path: pathFor(topic, event_id, taskListFilter(kind, task)),
          },
        },
      ];
    },
  );
}
