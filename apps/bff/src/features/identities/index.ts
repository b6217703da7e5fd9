/** What other features may use of identities. */
export { IdentitiesModule } from './identities.module';
export { matchState } from './identities.repository';
