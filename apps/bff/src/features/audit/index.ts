/** What other features may use of audit. */
export { AuditModule } from './audit.module';
