/** What other features may use of carts. */
export { type CartedTicketDto, ConfirmAnswer } from './carts.dto';
export { CartsModule } from './carts.module';
export { ConfirmService } from './confirm.service';
export { EarlierRecords } from './earlier-records';
export { HoldsRepository, LATE_MINUTES, seatKey } from './holds.repository';
export { type ClaimRow, PayClaims } from './pay-claims';
export { Purchases } from './purchases';
export { PurchasesRepository } from './purchases.repository';
export { isRecordOfSql } from './seat-conflicts';
