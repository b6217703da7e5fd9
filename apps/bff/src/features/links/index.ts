/** What other features may use of links. */
export { LinksModule } from './links.module';
