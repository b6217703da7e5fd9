/** What other features may use of pools. */
export { PoolLookup } from './pool-lookup';
export { PoolsModule } from './pools.module';
