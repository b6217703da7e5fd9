import {
  cartsConfirm,
  cartsList,
  cartsRemove,
  cartsRemoveGroup,
  keysOf,
  pageOf,
  type CartedTicketDto,
} from '@tessera/api';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CartGroup } from './groups';

/** The cart refreshes by itself this often (specification section 9). */
export const CART_REFRESH_MS = 30_000;
const pageSize = 200;

const holds = keysOf('holds');
const tickets = keysOf('tickets');

/** All held seats, with `expired` also those that have lapsed: groups need every seat, so all pages are read. */
export const cartQuery = (expired: boolean) =>
  queryOptions({
    queryKey: holds.list({ expired }),
    queryFn: async ({ signal }): Promise<CartedTicketDto[]> => {
      const rows: CartedTicketDto[] = [];
      for (let page = 1; ; page += 1) {
        const next = pageOf(
          await cartsList({ query: { expired, page, page_size: pageSize, sort: 'created_at' }, signal }),
        );
        rows.push(...next.rows);
        if (next.rows.length < pageSize) return rows;
      }
    },
    refetchInterval: CART_REFRESH_MS,
    placeholderData: keepPreviousData,
  });

/** How many seats are held now. */
export const heldCountQuery = () =>
  queryOptions({
    queryKey: holds.list({ counted: true }),
    queryFn: async ({ signal }) => pageOf(await cartsList({ query: { page: 1, page_size: 1 }, signal })),
  });

function useCartMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: holds.all() }),
        client.invalidateQueries({ queryKey: tickets.all() }),
      ]),
  });
}

/** Records that a person has paid for these seats at the site, then reloads the cart (specification section 4). */
export const useConfirmPurchase = () =>
  useCartMutation(async (ids: number[]) => (await cartsConfirm({ body: { ticket_ids: ids } })).data);

/** Takes exactly the shown group out of the cart (contract section 6); seats whose task is gone one by one. */
export const useRemoveGroup = () =>
  useCartMutation(async ({ first, tickets }: CartGroup) => {
    const { task_id: taskId, login_id: loginId, site_id, area, row } = first;
    if (taskId === null) await Promise.all(tickets.map(({ id }) => cartsRemove({ path: { id } })));
    else
      await cartsRemoveGroup({
        path: { taskId, loginId },
        query: { site_id, area: area ?? undefined, row: row ?? undefined },
      });
  });

/** Takes one seat out of the cart. */
export const useRemoveTicket = () => useCartMutation((id: number) => cartsRemove({ path: { id } }));
