import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventBudget } from './event-budget.entity';
import { EventBudgetsRepository } from './event-budgets.repository';
import { OnSaleController } from './on-sale.controller';
import { OnSaleRepository } from './on-sale.repository';
import { OnSaleService } from './on-sale.service';
import { OnSaleHistoryRepository } from './on-sale-history.repository';

/** The on-sale room. */
@Module({
  imports: [TypeOrmModule.forFeature([EventBudget])],
  controllers: [OnSaleController],
  providers: [EventBudgetsRepository, OnSaleHistoryRepository, OnSaleRepository, OnSaleService],
})
export class OnSaleModule {}
