import path from 'node:path';
import type { Scratch } from '../installation/scratch.ts';
import { installReferences } from './references.ts';
import { startReference } from './start.ts';

/** Starts PostGraphile over the product's tables; returns its port. */
export async function startPostgraphile(scratch: Scratch, databaseUrl: string): Promise<number> {
  const program = path.join(await installReferences(scratch.folder), 'postgraphile.mjs');
  return startReference(scratch, 'postgraphile', program, {
    DATABASE_URL: databaseUrl,
    GRAPHILE_ENV: 'production',
  });
}

/** The page of 100 full tasks of a realm as a GraphQL request body. */
export const pageQuery = (realmId: number): string =>
  JSON.stringify({
    query: `{ allTasks(condition: { realmId: ${realmId}, deletedAt: null }, orderBy: [CREATED_AT_DESC, ID_DESC], first: 100) { nodes {
      id name realmId status statusMessage statusReason paymentCheck paused seatsToSet lastActive scheduledAt queueItEventPosition jobId createdAt
      updatedAt loginId siteId eventId mode basket retryCount runDuration templateId poolId workerIndex command
      commandMessage eventPriceType eventPriceLevels eventAreas eventClosedCount sleepTimeMs bossJobId queueName
      queueItEventId queueItEventName queueItEventUrl queueItEventStatus queueItEventRedirectUrl queueItEventCreatedAt
      queueItEventUpdatedAt proxy proxyTemplate budgetPerTask budgetPerSeat budgetCurrency
      loginByRealmIdAndLoginId { email name supporterId } siteBySiteId { name url } eventByEventId { guid name status ko } } } }`,
  });
