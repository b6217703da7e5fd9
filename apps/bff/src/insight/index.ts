/** What other areas may use of insight. */
export { InsightModule } from './insight.module';
export { CalendarSettingsRepository } from './calendar/calendar-settings.repository';
export { OnSaleReminders } from './calendar/on-sale-reminders.service';
export { DashboardDto } from './dashboard/dashboard.dto';
export { EscalationChecks } from './escalations/escalation-checks';
