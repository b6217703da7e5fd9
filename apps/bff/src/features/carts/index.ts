/** What other features may use of carts. */
export { type CartedTicketDto, ConfirmAnswer } from './carts.dto';
export { CartsModule } from './carts.module';
export { ConfirmService } from './confirm.service';
export { HoldsRepository, LATE_MINUTES, seatKey } from './holds.repository';
export { Purchases } from './purchases';
export { PurchasesRepository } from './purchases.repository';
