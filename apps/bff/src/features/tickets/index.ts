/** What other features may use of tickets. */
export { EventSeat } from './event-seat.entity';
export { TicketDto, type TicketStatus, ticketStatuses } from './tickets.dto';
export { TicketsModule } from './tickets.module';
export { TicketsRepository } from './tickets.repository';
