/** What other areas may use of insight. */
export { DashboardDto } from './dashboard/dashboard.dto';
export { InsightModule } from './insight.module';
