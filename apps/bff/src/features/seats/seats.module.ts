import { Module } from '@nestjs/common';
import { SeatsController } from './seats.controller';
import { SeatsRepository } from './seats.repository';
import { SeatsService } from './seats.service';

/** Seats of events by area and row, and the maps of sites. */
@Module({
  controllers: [SeatsController],
  providers: [SeatsService, SeatsRepository],
})
export class SeatsModule {}
