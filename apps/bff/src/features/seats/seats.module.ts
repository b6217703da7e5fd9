import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SiteMap } from './maps/site-map.entity';
import { SiteMapsController } from './maps/site-maps.controller';
import { SiteMapsRepository } from './maps/site-maps.repository';
import { SiteMapsService } from './maps/site-maps.service';
import { SeatsController } from './seats.controller';
import { SeatsRepository } from './seats.repository';
import { SeatsService } from './seats.service';

/** Seats of events by area and row, and the maps of sites. */
@Module({
  imports: [TypeOrmModule.forFeature([SiteMap])],
  controllers: [SeatsController, SiteMapsController],
  providers: [SeatsService, SeatsRepository, SiteMapsService, SiteMapsRepository],
})
export class SeatsModule {}
