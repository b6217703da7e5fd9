/** What other features may use of tickets. */
export { EventSeat } from './event-seat.entity';
export { sumTickets } from './ticket-sums';
export { TicketDto, type TicketStatus, ticketStatuses, TicketSumsDto } from './tickets.dto';
export { TicketsModule } from './tickets.module';
export { TicketsRepository } from './tickets.repository';
