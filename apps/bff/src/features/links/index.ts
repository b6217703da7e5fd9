/** What other features may use of links. */
export { liveLinkStatuses } from './link.entity';
export { LinksModule } from './links.module';
