/** What other areas may use of purchases. */
export { allowanceOf, Budgets, type ReservedSeat } from './budgets/budgets';
export { EventBudgetDto, EventBudgetInput } from './budgets/budgets.dto';
export { budgetUseSql } from './budgets/budgets.repository';
export { BudgetsService } from './budgets/budgets.service';
export { CartedTicketDto, ConfirmAnswer } from './carts/carts.dto';
export { type HoldRow, HoldsRepository, seatKey } from './carts/holds.repository';
export { PayClaims } from './carts/pay-claims';
export { Purchases } from './carts/purchases';
export { isRecordOfSql } from './carts/seat-conflicts';
export { LedgerLine } from './ledger/ledger.dto';
export { PurchasesModule } from './purchases.module';
export { TicketDto } from './tickets/tickets.dto';
