/** What other areas may use of console. */
export { BulkAnswer } from './bulk/bulk.dto';
export { ConsoleModule } from './console.module';
