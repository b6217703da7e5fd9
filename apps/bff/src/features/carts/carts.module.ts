import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Live } from '../../platform/live/live';
import { TasksModule } from '../tasks';
import { TicketsModule } from '../tickets';
import { CartsController } from './carts.controller';
import { holdsByIds } from './holds.repository';
import { CartsService } from './carts.service';
import { ConfirmService } from './confirm.service';
import { Purchases } from './purchases';
import { PurchasesController } from './purchases.controller';
import { Hold } from './hold.entity';

/** The cart, and purchases that people state. */
@Module({
  imports: [TypeOrmModule.forFeature([Hold]), TasksModule, TicketsModule],
  controllers: [CartsController, PurchasesController],
  providers: [CartsService, ConfirmService, Purchases],
  exports: [Purchases],
})
export class CartsModule {
  constructor(live: Live) {
    live.projection('holds', holdsByIds);
  }
}
