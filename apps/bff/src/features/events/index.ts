/** What other features may use of events. */
export { type EventStatus, eventStatuses } from './event.entity';
export { EventsModule } from './events.module';
export { EventsService } from './events.service';
