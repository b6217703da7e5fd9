import type { CartedTicketDto } from '@tessera/api';
import type { CartGroup } from './groups';

/** The actions of the cart's rows. */
export interface CartActions {
  /** Only for live groups. */
  markPurchased: (groups: readonly CartGroup[]) => void;
  /** Records seats of a lapsed group as paid before they lapsed. */
  confirmLate: (group: CartGroup) => void;
  removeGroups: (groups: readonly CartGroup[]) => void;
  removeTicket: (ticket: CartedTicketDto, group: CartGroup) => void;
  /** Why seats may not be removed. */
  blocked: string | undefined;
  /** Why nothing may be recorded as purchased. */
  payBlocked: string | undefined;
  /** The server's clock in epoch milliseconds. */
  now: () => number;
}
