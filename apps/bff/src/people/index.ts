/** What other areas may use of people. */
export { PeopleModule } from './people.module';
export { matchState } from './identities/identities.repository';
