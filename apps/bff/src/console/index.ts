/** What other areas may use of console. */
export { ConsoleModule } from './console.module';
export { BulkAnswer } from './bulk/bulk.dto';
