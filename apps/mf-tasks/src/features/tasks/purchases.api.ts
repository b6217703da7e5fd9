import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ApiError,
  cartsList,
  countOf,
  keysOf,
  pageOf,
  purchasesCreate,
  taskCommandsBought,
  tasksGet,
  tasksList,
  type CartedTicketDto,
  type MarkBoughtDto,
  type TaskDto,
  type TicketDto,
} from '@tessera/api';
import { statusesAllowing } from '@tessera/domain';
import type { TasksTexts } from '../../texts';
import { taskKeys } from './tasks.api';

/** What marking a task as bought would record, read before the question. */
export interface PurchasePreview {
  task: TaskDto;
  /** Whose purchase it is, as both calls name it. */
  purchase: MarkBoughtDto;
  /** The basket of the task's own seats; without one a purchase takes all live seats of the login for the event. */
  basket: string | undefined;
  /** The live seats that it records. */
  seats: readonly CartedTicketDto[];
  /** How many tasks of this login for this event become bought. */
  tasks: number;
}

/** What the two calls answered. */
export interface PurchaseAnswer {
  tickets: readonly TicketDto[];
  /** The tickets had been recorded before; nothing was added. */
  repeated: boolean;
  bought: readonly TaskDto[];
  /** Why the tasks couldn't be marked although the purchase was recorded. */
  failure?: unknown;
}

/** The task's own basket, where its live seats have one in common. */
function commonBasket(seats: readonly CartedTicketDto[], taskId: number): string | undefined {
  const own = seats.filter(({ task_id }) => task_id === taskId).map(({ basket }) => basket);
  return own.length > 0 && new Set(own).size === 1 ? (own[0] ?? undefined) : undefined;
}

/**
 * Reads what the task's login holds now for its event, and how many tasks wait for the same.
 *
 * @throws ApiError GONE when the task has lost its login or its event
 */
export async function getPurchasePreview(t: TasksTexts, id: number): Promise<PurchasePreview> {
  const { data: task } = await tasksGet({ path: { id } });
  const { login_id: loginId, event_guid: eventGuid, site_id: siteId } = task;
  if (loginId === null || eventGuid === null)
    throw new ApiError(t('tasks.noLoginOrEvent'), 'GONE', 409, { isWorded: true });
  const filters = { login_id: String(loginId), event_id: String(task.event_id), page: 1 };
  const status = statusesAllowing('mark_bought').join(',');
  const [held, matching] = await Promise.all([
    cartsList({ query: { ...filters, page_size: 200 } }),
    tasksList({ query: { ...filters, status, page_size: 1 } }),
  ]);
  const basket = commonBasket(held.data, id);
  const seats = held.data.filter((seat) => basket === undefined || seat.basket === basket);
  const tasks = countOf(pageOf(matching))?.count ?? matching.data.length;
  return { task, purchase: { loginId, siteId, eventGuid }, basket, seats, tasks };
}

/** Reads tasks, cart and tickets again once a purchase has been stated or refused. */
function useRefetchPurchases() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [taskKeys, keysOf('holds'), keysOf('tickets')].map((keys) =>
        client.invalidateQueries({ queryKey: keys.all() }),
      ),
    );
}

/** Records the seats as purchased, then marks the tasks; 409 NOTHING_HELD when no seat is held any more. */
export function useRecordPurchase() {
  return useMutation({
    mutationFn: async ({ purchase, basket, seats }: PurchasePreview): Promise<PurchaseAnswer> => {
      const { data: tickets } = await purchasesCreate({
        body: { ...purchase, ...(basket === undefined ? {} : { basket }) },
      });
      const knownHolds = new Set<number | null>(seats.map(({ id }) => id));
      const recorded = { tickets, repeated: !tickets.some(({ hold_id }) => knownHolds.has(hold_id)) };
      try {
        return { ...recorded, bought: (await taskCommandsBought({ body: purchase })).data };
      } catch (failure) {
        return { ...recorded, bought: [], failure };
      }
    },
    onSettled: useRefetchPurchases(),
  });
}

/** Marks a login's tasks for an event as bought, without a purchase. */
export function useMarkTasksBought() {
  return useMutation({
    mutationFn: async ({ purchase }: PurchasePreview) => (await taskCommandsBought({ body: purchase })).data,
    onSettled: useRefetchPurchases(),
  });
}
