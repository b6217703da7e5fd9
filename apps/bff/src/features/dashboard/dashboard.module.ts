import { Module } from '@nestjs/common';
import { AttentionRepository } from './attention.repository';
import { DashboardController } from './dashboard.controller';
import { DashboardRepository } from './dashboard.repository';
import { DashboardService } from './dashboard.service';

/** The dashboard. */
@Module({
  controllers: [DashboardController],
  providers: [AttentionRepository, DashboardRepository, DashboardService],
})
export class DashboardModule {}
