/** What other features may use of bulk. */
export { type BulkAnswer } from './bulk.dto';
export { BulkModule } from './bulk.module';
export { BulkRepository } from './bulk.repository';
