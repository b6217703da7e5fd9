import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ApiError,
  type CartedTicketDto,
  cartsList,
  countOf,
  keysOf,
  type MarkBoughtDto,
  pageOf,
  purchasesCreate,
  taskCommandsBought,
  type TaskDto,
  tasksGet,
  tasksList,
  type TicketDto,
} from '@tessera/api';
import { statusesAllowing } from '@tessera/domain';
import type { TasksTexts } from '../../texts';
import { taskKeys } from './tasks.api';

/** What marking a task as bought would record; loaded before the confirmation. */
export interface PurchasePreview {
  task: TaskDto;
  /** The purchase's login and event, as both calls send them. */
  purchase: MarkBoughtDto;
  /** The basket of the task's own seats; without one a purchase takes all live seats of the login for the event. */
  basket: string | undefined;
  /** The live seats that are recorded. */
  seats: readonly CartedTicketDto[];
  /** The number of this login's tasks for this event that become bought. */
  tasks: number;
}

/** The results of both calls. */
export interface PurchaseAnswer {
  tickets: readonly TicketDto[];
  /** Whether the tickets were already recorded. */
  repeated: boolean;
  bought: readonly TaskDto[];
  /** The error of marking the tasks, after the purchase was recorded. */
  failure?: unknown;
}

/** The basket that all of the task's live seats have in common, if any. */
function commonBasket(seats: readonly CartedTicketDto[], taskId: number): string | undefined {
  const own = seats.filter(({ task_id }) => task_id === taskId).map(({ basket }) => basket);
  return own.length > 0 && new Set(own).size === 1 ? (own[0] ?? undefined) : undefined;
}

/**
 * Loads the seats that the task's login holds for its event, and the number of its tasks for that event.
 *
 * @throws ApiError GONE when the task's login or event was deleted
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
    tasksList({ query: { ...filters, status, fields: 'id', page_size: 1 } }),
  ]);
  const basket = commonBasket(held.data, id);
  const seats = held.data.filter((seat) => basket === undefined || seat.basket === basket);
  const tasks = countOf(pageOf(matching))?.count ?? matching.data.length;
  return { task, purchase: { loginId, siteId, eventGuid }, basket, seats, tasks };
}

/** Refetches tasks, cart and tickets after a purchase, recorded or refused. */
function useRefetchPurchases() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [taskKeys, keysOf('holds'), keysOf('tickets')].map((keys) =>
        client.invalidateQueries({ queryKey: keys.all() }),
      ),
    );
}

/** Records the seats as purchased, then marks the tasks; 409 NOTHING_HELD when no seat is held anymore. */
export function useRecordPurchase() {
  return useMutation({
    mutationFn: async ({ purchase, basket, seats }: PurchasePreview): Promise<PurchaseAnswer> => {
      const { data: tickets } = await purchasesCreate({
        body: { ...purchase, basket },
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
