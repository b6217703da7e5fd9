/** What other features may use of sites. */
export { CatalogueLookup } from './catalogue-lookup';
export { SitesModule } from './sites.module';
