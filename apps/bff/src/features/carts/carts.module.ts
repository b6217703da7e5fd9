import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Live } from '../../platform/live/live';
import { TasksModule } from '../tasks';
import { TicketsModule } from '../tickets';
import { CartsController } from './carts.controller';
import { CartsService } from './carts.service';
import { ConfirmService } from './confirm.service';
import { Hold } from './hold.entity';
import { HoldsRepository } from './holds.repository';
import { Purchases } from './purchases';
import { PurchasesController } from './purchases.controller';
import { PurchasesRepository } from './purchases.repository';

/** The cart, and purchases that people make at the sites. */
@Module({
  imports: [TypeOrmModule.forFeature([Hold]), TasksModule, TicketsModule],
  controllers: [CartsController, PurchasesController],
  providers: [CartsService, ConfirmService, Purchases, HoldsRepository, PurchasesRepository],
  exports: [ConfirmService, Purchases, HoldsRepository, PurchasesRepository],
})
export class CartsModule {
  constructor(live: Live, holds: HoldsRepository) {
    live.projection('holds', (tx, ids) => holds.readLive(tx, ids));
  }
}
