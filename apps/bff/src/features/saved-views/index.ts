/** What other features may use of saved views. */
export { SavedViewsModule } from './saved-views.module';
export { SavedViewsRepository } from './saved-views.repository';
