/** What other features may use of carts. */
export { type CartedTicketDto } from './carts.dto';
export { CartsModule } from './carts.module';
export { LATE_MINUTES, buyersWithSeats, holdCounts, lockHolds, setHoldStatus } from './hold-rows';
export { Purchases } from './purchases';
export { ticketIdsOfHolds } from './purchases.repository';
export { seatKey, findTakenHolds } from './taken-seats';
