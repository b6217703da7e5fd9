import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttentionRepository } from './attention.repository';
import { DashboardController } from './dashboard.controller';
import { DashboardRepository } from './dashboard.repository';
import { DashboardService } from './dashboard.service';
import { LiveFiguresRepository } from './live-figures.repository';
import { NextSalesRepository } from './next-sales.repository';
import { Rollup, StatusChangeCount } from './status-change-count.entity';
import { StatusChangeCounts } from './status-change-counts';

/** The dashboard. */
@Module({
  imports: [TypeOrmModule.forFeature([StatusChangeCount, Rollup])],
  controllers: [DashboardController],
  providers: [
    AttentionRepository,
    DashboardRepository,
    DashboardService,
    LiveFiguresRepository,
    NextSalesRepository,
    StatusChangeCounts,
  ],
})
export class DashboardModule {}
