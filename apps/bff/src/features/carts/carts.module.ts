import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Live } from '../../platform/live/live';
import { TasksModule } from '../tasks';
import { TicketsModule } from '../tickets';
import { CartsController } from './carts.controller';
import { CartsService } from './carts.service';
import { ConfirmService } from './confirm.service';
import { EarlierRecords } from './earlier-records';
import { Hold } from './hold.entity';
import { HoldsRepository } from './holds.repository';
import { PayClaim } from './pay-claim.entity';
import { PayClaims } from './pay-claims';
import { Purchases } from './purchases';
import { PurchasesController } from './purchases.controller';
import { PurchasesRepository } from './purchases.repository';
import { RecordsRepository } from './records.repository';
import { Reversals } from './reversals';
import { SeatConflicts } from './seat-conflicts';

/** The cart, and purchases that people make at the sites. */
@Module({
  imports: [TypeOrmModule.forFeature([Hold, PayClaim]), TasksModule, TicketsModule],
  controllers: [CartsController, PurchasesController],
  providers: [
    CartsService,
    ConfirmService,
    EarlierRecords,
    HoldsRepository,
    PayClaims,
    Purchases,
    PurchasesRepository,
    RecordsRepository,
    Reversals,
    SeatConflicts,
  ],
  exports: [ConfirmService, EarlierRecords, HoldsRepository, PayClaims, Purchases, PurchasesRepository],
})
export class CartsModule {
  constructor(live: Live, holds: HoldsRepository) {
    live.projection('holds', (tx, ids) => holds.readLive(tx, ids));
  }
}
