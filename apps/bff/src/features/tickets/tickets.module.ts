import { Module } from '@nestjs/common';
import { Live } from '../../platform/live/live';
import { TicketsController } from './tickets.controller';
import { liveTickets } from './tickets.repository';
import { TicketsService } from './tickets.service';

/** Purchased tickets. */
@Module({ controllers: [TicketsController], providers: [TicketsService] })
export class TicketsModule {
  constructor(live: Live) {
    live.projection('tickets', liveTickets);
  }
}
