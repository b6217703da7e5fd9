/** What other areas may use of catalogue. */
export { CatalogueModule } from './catalogue.module';
export { type EventStatus, eventStatuses } from './events/event.entity';
export { EventsService } from './events/events.service';
export { CostDto, PlannedCosts } from './prices/cost.dto';
export { PriceLists, type PriceLookup } from './prices/price-lists';
export {
  SeatBalance,
  seatBalanceSql,
  seatsByJobSql,
  seatSharesSql,
  triedSeatsSql,
  wantedSeatsSql,
} from './seats/seat-balance';
export { CatalogueLookup } from './sites/catalogue-lookup';
export { SitesService } from './sites/sites.service';
