/** What other features may use of carts. */
export { type CartedTicketDto } from './carts.dto';
export { CartsModule } from './carts.module';
export { HoldsRepository, LATE_MINUTES, seatKey } from './holds.repository';
export { Purchases } from './purchases';
export { PurchasesRepository } from './purchases.repository';
