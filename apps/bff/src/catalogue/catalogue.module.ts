import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Event, EventIdentity } from './events/event.entity';
import { EventsController } from './events/events.controller';
import { EventsRepository } from './events/events.repository';
import { EventsService } from './events/events.service';
import { PriceListRow, PriceRangeRow } from './prices/price-list.entity';
import { PriceLists } from './prices/price-lists';
import { PricesController } from './prices/prices.controller';
import { PricesRepository } from './prices/prices.repository';
import { PricesService } from './prices/prices.service';
import { SiteMap } from './seats/maps/site-map.entity';
import { SiteMapsController } from './seats/maps/site-maps.controller';
import { SiteMapsRepository } from './seats/maps/site-maps.repository';
import { SiteMapsService } from './seats/maps/site-maps.service';
import { SeatsController } from './seats/seats.controller';
import { SeatsRepository } from './seats/seats.repository';
import { SeatsService } from './seats/seats.service';
import { CatalogueLookup } from './sites/catalogue-lookup';
import { Site } from './sites/site.entity';
import { SitesController } from './sites/sites.controller';
import { SitesRepository } from './sites/sites.repository';
import { SitesService } from './sites/sites.service';

const sites = [CatalogueLookup, SitesRepository, SitesService];
const events = [EventsRepository, EventsService];
const prices = [PriceLists, PricesRepository, PricesService];
const seats = [SeatsRepository, SeatsService, SiteMapsRepository, SiteMapsService];

/** Ticketing sites, their events, and the prices, seats and maps of both. */
@Module({
  imports: [TypeOrmModule.forFeature([Site, Event, EventIdentity, PriceListRow, PriceRangeRow, SiteMap])],
  controllers: [SitesController, EventsController, PricesController, SeatsController, SiteMapsController],
  providers: [...sites, ...events, ...prices, ...seats],
  exports: [CatalogueLookup, EventsService, PriceLists, SitesService],
})
export class CatalogueModule {}
