/** What other areas may use of insight. */
export { InsightModule } from './insight.module';
export { DashboardDto } from './dashboard/dashboard.dto';
