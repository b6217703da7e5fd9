/** What other features may use of links. */
export { liveLinkStatuses } from './link.entity';
export { LinksModule } from './links.module';
export { type WaitingPlacesDto } from './waiting-places.dto';
