/** What other features may use of events. */
export { EventsModule } from './events.module';
