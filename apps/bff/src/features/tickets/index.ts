/** What other features may use of tickets. */
export { EventSeat } from './event-seat.entity';
export { TicketDto, ticketStatuses, type TicketStatus } from './tickets.dto';
export { TicketsModule } from './tickets.module';
export { TicketsRepository } from './tickets.repository';
