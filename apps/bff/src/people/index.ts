/** What other areas may use of people. */
export { matchState } from './identities/identities.repository';
export { PeopleModule } from './people.module';
