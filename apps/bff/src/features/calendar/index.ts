/** What other features may use of the calendar. */
export { CalendarModule } from './calendar.module';
export { CalendarSettingsRepository } from './calendar-settings.repository';
export { OnSaleReminders } from './on-sale-reminders.service';
