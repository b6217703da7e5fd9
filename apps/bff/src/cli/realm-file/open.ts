import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Client } from 'pg';
import { AppModule } from '../../app.module';
import { migrations } from '../../migrations';
import { type Config, loadConfig } from '../../platform/config/config';
import { connectionTo } from '../../platform/database/hosts';
import { createProgramLogger, NestLogger } from '../../platform/logging/logging';
import { RealmFiles } from './realm-files';

/**
 * Runs `work` with the services of the API on the installation of the settings. The server itself is made and not started:
 * nothing listens, sweeps or takes jobs of the queue.
 */
export async function withRealmFiles<T>(
  env: NodeJS.ProcessEnv,
  work: (files: RealmFiles) => Promise<T>,
): Promise<T> {
  const config = loadConfig({ ...env, DATABASE_POOL: '2' });
  await requireMigrated(config);
  const logger = new NestLogger(createProgramLogger('tessera', 'stderr'));
  Logger.overrideLogger(logger);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config), new FastifyAdapter(), {
    logger,
    abortOnError: false,
  });
  try {
    return await work(new RealmFiles(app));
  } finally {
    await app.close();
  }
}

/** Refuses a database of another version, which making the server would migrate. */
async function requireMigrated({ databaseUrl }: Config): Promise<void> {
  const client = new Client({ ...connectionTo(databaseUrl), application_name: 'tessera-realm-file' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
    const done = new Set(rows.map(({ name }) => name));
    if (migrations.some((Migration) => !done.has(new Migration().name)))
      throw new Error('The tables are behind this version: run tessera migrate');
  } finally {
    await client.end();
  }
}
