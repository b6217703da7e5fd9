import { Module } from '@nestjs/common';
import { DashboardController } from './dashboard.controller';
import { DashboardService } from './dashboard.service';

/** The dashboard. */
@Module({ controllers: [DashboardController], providers: [DashboardService] })
export class DashboardModule {}
