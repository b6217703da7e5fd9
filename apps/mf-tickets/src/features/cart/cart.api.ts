import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type CartedTicketDto,
  cartsConfirm,
  cartsList,
  cartsRemove,
  cartsRemoveGroup,
  type ConfirmAnswer,
  type ConfirmDto,
  keysOf,
  pageOf,
} from '@tessera/api';
import type { Consents } from '../../records/use-recording';
import type { CartGroup } from './groups';

export type { ConfirmAnswer };

/** Polling interval of the cart. */
export const CART_REFRESH_MS = 30_000;
const pageSize = 200;

const holds = keysOf('holds');
const tickets = keysOf('tickets');

/** All held seats, with `expired` also lapsed ones. Groups need every seat, so all pages are fetched. */
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
    queryFn: async ({ signal }) =>
      pageOf(await cartsList({ query: { fields: 'id', page: 1, page_size: 1 }, signal })),
  });

/** A command on the cart; `changed` are the keys of what it changes. */
function useCartMutation<Input, Output>(
  mutationFn: (input: Input) => Promise<Output>,
  changed: readonly (typeof holds)[] = [holds],
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => Promise.all(changed.map((keys) => client.invalidateQueries({ queryKey: keys.all() }))),
  });
}

/** Seats that a person has paid for; `late`: paid before they lapsed. */
export interface PurchaseStatement extends Consents {
  ids: number[];
  late: boolean;
  /** The site's order reference; empty when there is none. */
  reference: string;
}

/** Records that a person has paid for these seats at the site, then reloads the cart. */
export const useConfirmPurchase = () =>
  useCartMutation(
    async ({ ids, late, reference, ...consents }: PurchaseStatement) => {
      const body: ConfirmDto = {
        ...consents,
        ticket_ids: ids,
        late: late || undefined,
        ticket_reference: reference || undefined,
      };
      return (await cartsConfirm({ body })).data;
    },
    [holds, tickets],
  );

/** Removes the seats of a row from the cart; seats without a task, area or row are removed one by one. */
export const useRemoveGroup = () =>
  useCartMutation(async ({ group, override }: { group: CartGroup } & Pick<Consents, 'override'>) => {
    const { first, tickets, isLapsed } = group;
    const { task_id: taskId, login_id: loginId, site_id, area, row } = first;
    if (taskId === null || area === null || row === null)
      for (const { id } of tickets) await cartsRemove({ path: { id }, query: { override } });
    else
      await cartsRemoveGroup({
        path: { taskId, loginId },
        query: { site_id, area, row, expired: isLapsed, override },
      });
  });

/** Removes one seat from the cart. */
export const useRemoveTicket = () =>
  useCartMutation(({ id, override }: { id: number } & Pick<Consents, 'override'>) =>
    cartsRemove({ path: { id }, query: { override } }),
  );
