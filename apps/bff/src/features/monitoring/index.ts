/** What other features may use of monitoring. */
export { MonitoringModule } from './monitoring.module';
