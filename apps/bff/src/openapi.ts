import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module';
import { loadConfig } from './platform/config/config';
import { createDocument } from './platform/http/document';

/** Writes the OpenAPI document to the file named on the command line, else to stdout. Needs no database. */
async function main(): Promise<void> {
  const config = loadConfig({
    DATABASE_URL: 'postgres://nowhere',
    TOKEN_SECRET: 'not used: nothing is signed while the document is made',
    SEALING_KEYS: 'none',
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config), new FastifyAdapter(), {
    preview: true,
    logger: ['error'],
    abortOnError: false,
  });
  app.setGlobalPrefix('api', { exclude: ['healthz', 'readyz', 'metrics'] });
  const text = `${JSON.stringify(createDocument(app), null, 2)}\n`;
  const file = process.argv[2];
  if (file) writeFileSync(file, text);
  else process.stdout.write(text);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
