import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CatalogueModule } from '../catalogue';
import { MessagesModule } from '../messages';
import { PeopleModule } from '../people';
import { PurchasesModule } from '../purchases';
import { WorkModule } from '../work';
import { AuditController } from './audit/audit.controller';
import { AuditRepository } from './audit/audit.repository';
import { AuditStream } from './audit/audit-stream';
import { AuditStreamEntry, AuditStreamState } from './audit/audit-stream.entity';
import { AuditStreamRepository } from './audit/audit-stream.repository';
import { CalendarController } from './calendar/calendar.controller';
import { CalendarFeed, OnSaleReminder, OnSaleReminderSent } from './calendar/calendar.entity';
import { CalendarRepository } from './calendar/calendar.repository';
import { CalendarService } from './calendar/calendar.service';
import { CalendarFeedController } from './calendar/calendar-feed.controller';
import { CalendarFeeds } from './calendar/calendar-feed.service';
import { CalendarSettingsRepository } from './calendar/calendar-settings.repository';
import { CalendarSettings } from './calendar/calendar-settings.service';
import { JobMoveRepository } from './calendar/job-move.repository';
import { JobMove } from './calendar/job-move.service';
import { OnSaleRemindersRepository } from './calendar/on-sale-reminders.repository';
import { OnSaleReminders } from './calendar/on-sale-reminders.service';
import { AttentionRepository } from './dashboard/attention.repository';
import { DashboardController } from './dashboard/dashboard.controller';
import { DashboardRepository } from './dashboard/dashboard.repository';
import { DashboardService } from './dashboard/dashboard.service';
import { LiveFiguresRepository } from './dashboard/live-figures.repository';
import { NextSalesRepository } from './dashboard/next-sales.repository';
import { Rollup, StatusChangeCount } from './dashboard/status-change-count.entity';
import { StatusChangeCounts } from './dashboard/status-change-counts';
import { EscalationController } from './escalations/escalation.controller';
import { Escalation, EscalationSetting } from './escalations/escalation.entity';
import { EscalationChecks } from './escalations/escalation-checks';
import { EscalationSettings } from './escalations/escalation-settings.service';
import { EscalationsRepository } from './escalations/escalations.repository';
import { ImpactController } from './impact/impact.controller';
import { ImpactRepository } from './impact/impact.repository';
import { ImpactService } from './impact/impact.service';
import { Figures } from './monitoring/figures';
import { FiguresRepository } from './monitoring/figures.repository';
import { HandOverRepository } from './on-sale/hand-over.repository';
import { HandOvers } from './on-sale/hand-over.service';
import { OnSaleController } from './on-sale/on-sale.controller';
import { OnSaleRepository } from './on-sale/on-sale.repository';
import { OnSaleService } from './on-sale/on-sale.service';
import { OnSaleHistoryRepository } from './on-sale/on-sale-history.repository';

const dashboard = [
  AttentionRepository,
  DashboardRepository,
  DashboardService,
  LiveFiguresRepository,
  NextSalesRepository,
  StatusChangeCounts,
];
const onSale = [HandOverRepository, HandOvers, OnSaleHistoryRepository, OnSaleRepository, OnSaleService];
const calendar = [
  CalendarFeeds,
  CalendarRepository,
  CalendarService,
  CalendarSettings,
  CalendarSettingsRepository,
  JobMove,
  JobMoveRepository,
  OnSaleReminders,
  OnSaleRemindersRepository,
];
const auditLog = [AuditRepository, AuditStream, AuditStreamRepository];
const monitoring = [Figures, FiguresRepository];
const impact = [ImpactRepository, ImpactService];
const escalations = [EscalationChecks, EscalationSettings, EscalationsRepository];

/** What people look at to see how things stand: dashboard, on-sale room, calendar, audit log, monitoring. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      StatusChangeCount,
      Rollup,
      CalendarFeed,
      OnSaleReminder,
      OnSaleReminderSent,
      Escalation,
      EscalationSetting,
      AuditStreamEntry,
      AuditStreamState,
    ]),
    PeopleModule,
    WorkModule,
    PurchasesModule,
    CatalogueModule,
    MessagesModule,
  ],
  controllers: [
    DashboardController,
    OnSaleController,
    CalendarController,
    CalendarFeedController,
    AuditController,
    ImpactController,
    EscalationController,
  ],
  providers: [...dashboard, ...onSale, ...calendar, ...auditLog, ...monitoring, ...impact, ...escalations],
})
export class InsightModule {}
