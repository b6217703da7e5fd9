/** What other features may use of dashboard. */
export { type DashboardDto } from './dashboard.dto';
export { DashboardModule } from './dashboard.module';
export { type NextSalesDto } from './next-sales.dto';
