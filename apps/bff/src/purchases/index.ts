/** What other areas may use of purchases. */
export { CartedTicketDto, ConfirmAnswer } from './carts/carts.dto';
export { type HoldRow, HoldsRepository, seatKey } from './carts/holds.repository';
export { PayClaims } from './carts/pay-claims';
export { Purchases } from './carts/purchases';
export { isRecordOfSql } from './carts/seat-conflicts';
export { LedgerLine } from './ledger/ledger.dto';
export { isPayableSql } from './payments/payments.repository';
export { PurchasesModule } from './purchases.module';
export { TicketDto } from './tickets/tickets.dto';
