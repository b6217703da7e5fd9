import type { CartedTicketDto } from '@tessera/api';
import type { CartGroup } from './groups';

/** What the cart's rows can do; `blocked` says why nothing may be changed. */
export interface CartActions {
  /** Of live groups alone. */
  markPurchased: (groups: readonly CartGroup[]) => void;
  /** Records seats of a lapsed group as paid before they lapsed. */
  confirmLate: (group: CartGroup) => void;
  removeGroups: (groups: readonly CartGroup[]) => void;
  removeTicket: (ticket: CartedTicketDto, group: CartGroup) => void;
  blocked: string | undefined;
  /** The server's clock in epoch milliseconds. */
  now: () => number;
}
