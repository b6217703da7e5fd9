import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { productNode } from '../../start/prepare/node.mjs';
import { npm } from '../../start/prepare/npm.mjs';
import type { Scratch } from '../installation/scratch.ts';
import { startReference } from './start.ts';

const source = path.join(import.meta.dirname, 'postgraphile');

/** Installs PostGraphile into the folder, since it is no part of the product, and starts it over the product's tables. */
export async function startPostgraphile(scratch: Scratch, databaseUrl: string): Promise<number> {
  const home = path.join(scratch.folder, 'postgraphile');
  mkdirSync(home);
  for (const file of ['package.json', 'package-lock.json', 'server.mjs'])
    cpSync(path.join(source, file), path.join(home, file));
  await npm(productNode(), ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], home);
  return startReference(scratch, 'postgraphile', path.join(home, 'server.mjs'), {
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
      queueItEventUpdatedAt proxy proxyTemplate
      loginByRealmIdAndLoginId { email name supporterId } siteBySiteId { name url } eventByEventId { guid name status ko } } } }`,
  });
