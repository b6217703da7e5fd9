/** What other features may use of payments. */
export { PaymentsModule } from './payments.module';
export { isPayableSql } from './payments.repository';
