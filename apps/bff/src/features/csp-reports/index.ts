/** What other features may use of reports about the content security policy. */
export { CspReportsModule } from './csp-reports.module';
