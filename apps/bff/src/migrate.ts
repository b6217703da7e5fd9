import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { databaseOptions } from './platform/database/data-source';
import { migrate } from './platform/database/migrate';

/** Brings the tables of DATABASE_URL up to date and ends: the one-shot job of a deployment. */
async function main(): Promise<void> {
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) {
    process.stderr.write('Configuration: DATABASE_URL is required\n');
    process.exit(78);
  }
  const dataSource = await new DataSource(databaseOptions({ databaseUrl, databasePool: 2 })).initialize();
  try {
    await migrate(dataSource, databaseUrl);
  } finally {
    await dataSource.destroy();
  }
  process.stdout.write(`${JSON.stringify({ msg: 'migrated' })}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `The tables could not be brought up to date: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
