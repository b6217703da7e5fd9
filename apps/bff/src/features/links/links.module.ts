import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Live } from '../../platform/live/live';
import { LoginsModule } from '../logins';
import { SitesModule } from '../sites';
import { QueueLink } from './link.entity';
import { QueueLinkStep } from './link-step.entity';
import { QueueLinkTask } from './link-task.entity';
import { LinksController } from './links.controller';
import { LinksRepository } from './links.repository';
import { LinksService } from './links.service';
import { WaitingPlacesController } from './waiting-places.controller';
import { WaitingPlacesRepository } from './waiting-places.repository';
import { WaitingPlacesService } from './waiting-places.service';

/** Queue-it links, and the waiting places of an event. */
@Module({
  imports: [TypeOrmModule.forFeature([QueueLink, QueueLinkStep, QueueLinkTask]), SitesModule, LoginsModule],
  controllers: [LinksController, WaitingPlacesController],
  providers: [LinksService, LinksRepository, WaitingPlacesService, WaitingPlacesRepository],
})
export class LinksModule {
  constructor(live: Live, links: LinksRepository) {
    live.projection('links', (tx, ids) => links.readLive(tx, ids));
  }
}
