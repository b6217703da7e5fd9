/** What other features may use of the on-sale room. */
export { OnSaleModule } from './on-sale.module';
