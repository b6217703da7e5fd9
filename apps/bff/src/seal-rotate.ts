import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { DataSource } from 'typeorm';
import { ConfigError } from './platform/config/config';
import { databaseOptions } from './platform/database/data-source';
import { TransactionStats } from './platform/database/transaction-stats';
import { Transactions } from './platform/database/transactions';
import { createProgramLogger } from './platform/logging/logging';
import { rotateSealing } from './platform/sealing/rotation';
import { rotationReport } from './platform/sealing/rotation-report';
import { Sealing } from './platform/sealing/sealing';

/** Wraps the secrets of DATABASE_URL by the first of SEALING_KEYS; exit status 1 when it isn't complete, 78 for wrong settings. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
  const databaseUrl = required('DATABASE_URL');
  const sealing = new Sealing({ sealingKeys: required('SEALING_KEYS') });
  const dryRun = values['dry-run'];
  const dataSource = await new DataSource(databaseOptions({ databaseUrl, databasePool: 2 })).initialize();
  try {
    const reports = await rotateSealing(new Transactions(dataSource, new TransactionStats()), sealing, {
      dryRun,
    });
    const { lines, complete } = rotationReport(reports, sealing.keyIds, dryRun);
    process.stdout.write(`${lines.join('\n')}\n`);
    process.exitCode = complete ? 0 : 1;
  } finally {
    await dataSource.destroy();
  }
}

function required(name: string): string {
  const value = process.env[name]?.trim();
  if (!value) throw new ConfigError(`${name} is required`);
  return value;
}

main().catch((error: unknown) => {
  const wrong = error instanceof ConfigError;
  const message = error instanceof Error ? error.message : String(error);
  createProgramLogger('tessera', 'stderr').fatal(
    wrong ? {} : { err: error },
    `${wrong ? 'Configuration' : 'The keys could not be rotated'}: ${message}`,
  );
  process.exit(wrong ? 78 : 1);
});
