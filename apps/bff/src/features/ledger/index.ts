/** What other features may use of ledger. */
export { type LedgerLine } from './ledger.dto';
export { LedgerModule } from './ledger.module';
