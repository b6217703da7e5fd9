import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MessagesModule } from '../messages';
import { Live } from '../platform/live/live';
import { WorkModule } from '../work';
import { Approval } from './approvals/approval.entity';
import { ApprovalFreezing } from './approvals/approval-freezing';
import { ApprovalsController } from './approvals/approvals.controller';
import { ApprovalsRepository } from './approvals/approvals.repository';
import { ApprovalsService } from './approvals/approvals.service';
import { Budgets } from './budgets/budgets';
import { BudgetsController } from './budgets/budgets.controller';
import { BudgetsRepository } from './budgets/budgets.repository';
import { BudgetsService } from './budgets/budgets.service';
import { EventBudget } from './budgets/event-budget.entity';
import { MonthBudget } from './budgets/month-budget.entity';
import { MonthReportRepository } from './budgets/month-report.repository';
import { MonthReportService } from './budgets/month-report.service';
import { CartsController } from './carts/carts.controller';
import { CartsService } from './carts/carts.service';
import { ConfirmService } from './carts/confirm.service';
import { EarlierRecords } from './carts/earlier-records';
import { ExpiredHolds } from './carts/expired-holds';
import { ExpiryWarnings } from './carts/expiry-warnings';
import { Hold } from './carts/hold.entity';
import { HoldsRepository } from './carts/holds.repository';
import { OrderEvents } from './carts/order-events';
import { PayClaim } from './carts/pay-claim.entity';
import { PayClaims } from './carts/pay-claims';
import { Purchases } from './carts/purchases';
import { PurchasesController } from './carts/purchases.controller';
import { PurchasesRepository } from './carts/purchases.repository';
import { RecordsRepository } from './carts/records.repository';
import { Reversals } from './carts/reversals';
import { SeatConflicts } from './carts/seat-conflicts';
import { LedgerController } from './ledger/ledger.controller';
import { LedgerRepository } from './ledger/ledger.repository';
import { PaymentsController } from './payments/payments.controller';
import { PaymentsRepository } from './payments/payments.repository';
import { PaymentsService } from './payments/payments.service';
import { Ticket } from './tickets/ticket.entity';
import { TicketsController } from './tickets/tickets.controller';
import { TicketsRepository } from './tickets/tickets.repository';
import { TicketsService } from './tickets/tickets.service';

const approvals = [ApprovalFreezing, ApprovalsRepository, ApprovalsService];
const budgets = [Budgets, BudgetsRepository, BudgetsService, MonthReportRepository, MonthReportService];
const carts = [
  CartsService,
  ConfirmService,
  EarlierRecords,
  ExpiryWarnings,
  HoldsRepository,
  ExpiredHolds,
  OrderEvents,
  PayClaims,
  Purchases,
  PurchasesRepository,
  RecordsRepository,
  Reversals,
  SeatConflicts,
];
const payments = [PaymentsRepository, PaymentsService];
const tickets = [TicketsRepository, TicketsService];

/** Held and bought seats: the cart, the pay queue, purchased tickets and the ledger. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Approval, EventBudget, Hold, MonthBudget, PayClaim, Ticket]),
    WorkModule,
    MessagesModule,
  ],
  controllers: [
    ApprovalsController,
    BudgetsController,
    CartsController,
    PurchasesController,
    PaymentsController,
    TicketsController,
    LedgerController,
  ],
  providers: [...approvals, ...budgets, ...carts, ...payments, ...tickets, LedgerRepository],
  exports: [Budgets, BudgetsService, HoldsRepository, PayClaims, Purchases],
})
export class PurchasesModule {
  constructor(
    live: Live,
    approvalRequests: ApprovalsRepository,
    holds: HoldsRepository,
    payments: PaymentsRepository,
    tickets: TicketsRepository,
  ) {
    live.projection('approvals', (tx, ids) => approvalRequests.findByIds(tx, ids));
    live.projection('holds', (tx, ids) => holds.readLive(tx, ids));
    live.projection('pay_queue', (tx, ids) => payments.findByIds(tx, ids));
    live.projection('tickets', (tx, ids) => tickets.findByIds(tx, ids));
  }
}
