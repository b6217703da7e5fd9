import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NotificationsModule } from '../notifications';
import { CalendarController } from './calendar.controller';
import { CalendarRepository } from './calendar.repository';
import { CalendarService } from './calendar.service';
import { CalendarFeedController } from './calendar-feed.controller';
import { CalendarFeed } from './calendar-feed.entity';
import { CalendarFeeds } from './calendar-feed.service';
import { CalendarSettingsRepository } from './calendar-settings.repository';
import { CalendarSettings } from './calendar-settings.service';
import { JobMoveRepository } from './job-move.repository';
import { JobMove } from './job-move.service';
import { OnSaleReminder, OnSaleReminderSent } from './on-sale-reminder.entity';
import { OnSaleRemindersRepository } from './on-sale-reminders.repository';
import { OnSaleReminders } from './on-sale-reminders.service';

/** The calendar of on-sales, kick-offs and scheduled jobs, its feeds and reminders. */
@Module({
  imports: [
    TypeOrmModule.forFeature([CalendarFeed, OnSaleReminder, OnSaleReminderSent]),
    NotificationsModule,
  ],
  controllers: [CalendarController, CalendarFeedController],
  providers: [
    CalendarService,
    CalendarRepository,
    JobMove,
    JobMoveRepository,
    CalendarSettings,
    CalendarSettingsRepository,
    CalendarFeeds,
    OnSaleReminders,
    OnSaleRemindersRepository,
  ],
  exports: [OnSaleReminders, CalendarSettingsRepository],
})
export class CalendarModule {}
