import 'reflect-metadata';
import { migrate } from './platform/database/migrate';

/** Brings the tables of DATABASE_URL up to date and ends: the one-shot job of a deployment. */
async function main(): Promise<void> {
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) {
    process.stderr.write('Configuration: DATABASE_URL is required\n');
    process.exit(78);
  }
  await migrate(databaseUrl);
  process.stdout.write(`${JSON.stringify({ msg: 'migrated' })}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `The tables could not be brought up to date: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
