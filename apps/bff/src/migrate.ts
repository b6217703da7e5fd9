import 'reflect-metadata';
import { migrate } from './platform/database/migrate';
import { createProgramLogger } from './platform/logging/logging';

/** Brings the tables of DATABASE_URL up to date and ends: the one-shot job of a deployment. */
async function main(): Promise<void> {
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) {
    createProgramLogger('migrate', 'stderr').fatal('Configuration: DATABASE_URL is required');
    process.exit(78);
  }
  await migrate(databaseUrl);
  createProgramLogger('migrate').info('migrated');
}

main().catch((error: unknown) => {
  createProgramLogger('migrate', 'stderr').fatal(
    { err: error },
    `The tables could not be brought up to date: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exit(1);
});
