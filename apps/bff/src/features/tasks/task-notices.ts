import type { TaskInput, TaskStatus } from '@tessera/access';
import type { Tx } from '../../platform/database/transactions';
import type { Notice } from '../notifications/notices';
import type { Topic } from '../notifications/topics';

/** One change of a task, as far as people may be told of it. */
export interface TaskChange {
  task_id: number;
  realm_id: number;
  input: TaskInput['type'];
  from: TaskStatus;
  to: TaskStatus;
  message: string | null;
}

/** More changes of a kind at once are told as one. */
const EACH = 3;

/** Which topic a change belongs to (contract section 10), with its words for one task and for several. */
function topicOf({ input, from, to }: TaskChange): [Topic, string, string] | null {
  if (input === 'hold') return ['hold_created', 'Seats held', 'tasks hold seats'];
  if (input === 'report' && from === 'waiting_room' && to === 'running')
    return ['queue_turn', 'Your turn in the queue', 'tasks have their turn in the queue'];
  if (to === 'failed') return ['task_failed', 'A task failed', 'tasks failed'];
  if (to === 'expired') return ['task_failed', 'A task lost its seats', 'tasks lost their seats'];
  const paid = input === 'paid' || input === 'holds_lapsed' || input === 'hold_removed';
  return paid && to === 'bought' ? ['purchase_confirmed', 'Tickets bought', 'tasks have bought'] : null;
}

/** Where a click leads: seats and tickets to their page, else to the task. */
const pageOf = (topic: Topic, taskId: number | null): string => {
  if (topic === 'hold_created') return '/tickets?tab=cart';
  if (topic === 'purchase_confirmed') return '/tickets';
  return taskId === null ? '/tasks' : `/tasks?open=${taskId}`;
};

/** What people are told of changes that happen at once; most are told to nobody. */
export async function taskNotices(tx: Tx, changes: readonly TaskChange[]): Promise<Notice[]> {
  const told = changes.flatMap((change) => {
    const found = topicOf(change);
    return found ? [{ ...change, topic: found[0], title: found[1], many: found[2] }] : [];
  });
  if (told.length === 0) return [];
  const names = await taskNames(
    tx,
    told.map(({ task_id }) => task_id),
  );
  const groups = Map.groupBy(told, ({ realm_id, title }) => `${realm_id} ${title}`);
  return [...groups.values()].flatMap((group): Notice[] =>
    group.length > EACH
      ? group.slice(0, 1).map(({ realm_id, topic, many }) => ({
          realm_id,
          topic,
          title: `${group.length} ${many}`,
          body: '',
          path: pageOf(topic, null),
        }))
      : group.map(({ realm_id, topic, title, message, task_id }) => ({
          realm_id,
          topic,
          title,
          body: [names.get(task_id), message].filter(Boolean).join(': '),
          path: pageOf(topic, task_id),
        })),
  );
}

/** Tasks by the names that people know them by: the event, and the login's. */
async function taskNames(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.query<{ id: number; name: string }>(
    `SELECT t.id, concat_ws(', ', e.name, nullif(coalesce(l.name, l.email), '')) AS name
     FROM tasks t JOIN events e ON e.id = t.event_id JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
     WHERE t.id = ANY ($1::int[])`,
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
