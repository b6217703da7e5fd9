/** What other areas may use of console. */
export { ConsoleModule } from './console.module';
export { BulkAnswer } from './bulk/bulk.dto';
export { BulkRepository } from './bulk/bulk.repository';
export { SavedViewsRepository } from './saved-views/saved-views.repository';
