import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Live } from '../../platform/live/live';
import { TicketsController } from './tickets.controller';
import { liveTickets } from './tickets.repository';
import { TicketsService } from './tickets.service';
import { Ticket } from './ticket.entity';

/** Purchased tickets. */
@Module({
  imports: [TypeOrmModule.forFeature([Ticket])],
  controllers: [TicketsController],
  providers: [TicketsService],
})
export class TicketsModule {
  constructor(live: Live) {
    live.projection('tickets', liveTickets);
  }
}
