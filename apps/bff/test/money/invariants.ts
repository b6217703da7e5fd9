import { isValidState, replay, type TaskStatus } from '@tessera/domain';
import type { CartedTicketDto } from '../../src/purchases';
import type { Desk } from './desk';

interface TaskRow {
  id: number;
  mode: 'hold' | 'buy';
  status: TaskStatus;
  paused: boolean;
  leased: boolean;
  retry_count: number;
  max_retries: number;
  requeued: boolean;
  payment_check: boolean;
  order_key: string;
}
interface HoldRow {
  id: number;
  realm_id: number;
  status: string;
  live: boolean;
  seat: string;
  price: number;
  customer_identity: string;
}
interface TicketRow {
  id: number;
  hold_id: number;
  task_id: number;
  seat: string;
  customer_identity: string;
  over_limit: boolean;
}
interface Line {
  task_id: number;
  what: string;
  from: TaskStatus | null;
  to: TaskStatus | null;
}

/** All rows of the run's event, read with row-level security bypassed. */
export async function readRows(desk: Desk) {
  const { db } = desk.app;
  const ids = desk.tasks.map(({ id }) => id);
  const { rows: tasks } = await db.query<TaskRow>(
    `SELECT id, mode, status, paused, lease_id IS NOT NULL AS leased, retry_count, max_retries, order_key, payment_check,
       requeued_after_lapse AS requeued FROM tasks WHERE id = ANY ($1) ORDER BY id`,
    [ids],
  );
  const { rows: holds } = await db.query<HoldRow>(
    `SELECT id, realm_id, status, status = 'held' AND expires_at > now() AS live, seat, price::float8 AS price, customer_identity
     FROM holds WHERE event_id = $1 ORDER BY id`,
    [desk.eventId],
  );
  const { rows: tickets } = await db.query<TicketRow>(
    `SELECT id, hold_id, task_id, seat, customer_identity, over_limit FROM tickets
     WHERE event_id = $1 AND reversed_at IS NULL ORDER BY id`,
    [desk.eventId],
  );
  const { rows: lines } = await db.query<Line>(
    `SELECT task_id, what, from_status AS "from", to_status AS "to" FROM task_events WHERE task_id = ANY ($1) ORDER BY id`,
    [ids],
  );
  const wrong = new Set((await desk.falseRecords(null)).map(({ id }) => id));
  return {
    tasks,
    holds,
    tickets: tickets.map((ticket) => ({ ...ticket, isFalse: wrong.has(ticket.id) })),
    lines,
  };
}
export type StoredRows = Awaited<ReturnType<typeof readRows>>;

/** Checks the invariants after a step; returns each violation as a sentence. */
export async function faultsOf(desk: Desk, rows: StoredRows, before: StoredRows | null): Promise<string[]> {
  return [
    ...seatFaults(rows, before),
    ...taskFaults(desk, rows),
    ...limitFaults(desk, rows, before),
    ...(await cartFaults(desk, rows)),
  ];
}

/**
 * No seat is bought twice, or recorded as bought while it is held elsewhere, but for what false records say; tickets are the
 * confirmed holds.
 */
function seatFaults({ holds, tickets }: StoredRows, before: StoredRows | null): string[] {
  const real = tickets.filter(({ isFalse }) => !isFalse);
  const twice = [...Map.groupBy(real, ({ seat }) => seat)].filter(([, group]) => group.length > 1);
  const added = real.filter(({ id }) => !before?.tickets.some((ticket) => ticket.id === id));
  const elsewhere = added.filter(({ seat, hold_id }) =>
    holds.some((hold) => hold.live && hold.seat === seat && hold.id !== hold_id),
  );
  const confirmed = holds.filter(({ status }) => status === 'confirmed').map(({ id }) => id);
  const recorded = tickets.map(({ hold_id }) => hold_id).sort((a, b) => a - b);
  return [
    ...twice.map(([seat]) => `seat ${seat} was bought twice`),
    ...elsewhere.map(({ seat }) => `seat ${seat} was recorded as bought while it is held elsewhere`),
    ...(confirmed.join() === recorded.join()
      ? []
      : [`confirmed holds ${confirmed.join()}, tickets of ${recorded.join()}`]),
  ];
}

/** Timelines replay to the rows; a bought task has no worker; what a worker paid is recorded, in progress or needs a check. */
function taskFaults(desk: Desk, { tasks, tickets, lines }: StoredRows): string[] {
  const byTask = Map.groupBy(lines, ({ task_id }) => task_id);
  const paid = new Map(desk.site.paidByWorkers());
  return tasks.flatMap((task) => {
    const { id, status, paused, leased, retry_count, max_retries, requeued } = task;
    const facts = { status, paused, leased, retry_count, max_retries, requeued };
    const replayed = replay(byTask.get(id) ?? [], task);
    const seats = paid.get(task.order_key)?.seats ?? [];
    const missing = seats.filter(
      (seat) => !tickets.some((ticket) => ticket.task_id === id && ticket.seat === String(seat)),
    );
    const over = ['stopped', 'bought', 'failed', 'expired'].includes(status);
    return [
      ...(JSON.stringify(replayed) === JSON.stringify(facts)
        ? []
        : [`task ${id} is ${JSON.stringify(facts)}, its timeline replays to ${JSON.stringify(replayed)}`]),
      ...(isValidState(facts) ? [] : [`task ${id} is in an invalid state: ${JSON.stringify(facts)}`]),
      ...(status === 'bought' && leased ? [`task ${id} is bought and leased`] : []),
      ...(missing.length > 0 && over && !task.payment_check
        ? [`task ${id} was closed as ${status} with seats ${missing.join()} paid and not recorded`]
        : []),
    ];
  });
}

/** A new hold is within the customer's limit (a repeated call adds none); purchases over it are flagged; the realm's counter is right. */
function limitFaults({ limit }: Desk, { holds, tickets }: StoredRows, before: StoredRows | null): string[] {
  const wasLive = new Set(before?.holds.filter(({ live }) => live).map(({ id }) => id));
  const customers = new Set(holds.map(({ customer_identity }) => customer_identity));
  return [...customers].flatMap((customer) => {
    const bought = tickets.filter((ticket) => ticket.customer_identity === customer);
    const held = holds.filter((hold) => hold.live && hold.customer_identity === customer);
    const total = bought.length + held.length;
    const added = held.filter(({ id }) => !wasLive.has(id)).length;
    return [
      ...(bought.length > limit && !bought.some(({ over_limit }) => over_limit)
        ? [`${customer} bought ${bought.length} of ${limit} and nothing is flagged`]
        : []),
      ...(added > 0 && total > limit ? [`${customer} holds ${total} of ${limit}`] : []),
    ];
  });
}

/** Each realm's cart lists only live holds, and shows their sum. */
async function cartFaults(desk: Desk, { holds }: StoredRows): Promise<string[]> {
  const faults: string[] = [];
  for (const { realmId, token } of desk.realms) {
    const { body } = await desk.app.http<CartedTicketDto[]>(
      'GET',
      `/api/carted-tickets?event_id=${desk.eventId}`,
      { token },
    );
    const live = holds.filter((hold) => hold.live && hold.realm_id === realmId);
    const sum = (rows: readonly { price: number | null }[]) =>
      rows.reduce((total, { price }) => total + (price ?? 0), 0);
    if (body.length !== live.length || sum(body) !== sum(live))
      faults.push(
        `the cart of realm ${realmId} shows the sum ${sum(body)}, its live holds have ${sum(live)}`,
      );
  }
  return faults;
}
