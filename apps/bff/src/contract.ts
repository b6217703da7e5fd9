import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module';
import { loadConfig } from './platform/config/config';
import { settingsPage } from './platform/config/settings-page';
import { createDocument } from './platform/http/document';

/** The OpenAPI document. Needs no database. */
async function openApi(): Promise<string> {
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
  return `${JSON.stringify(createDocument(app), null, 2)}\n`;
}

/** `node contract.cjs openapi|settings <file>`: writes libs/api/openapi.json or docs/operate/settings.md to the file. */
async function main(): Promise<void> {
  const [document, file = ''] = process.argv.slice(2);
  writeFileSync(file, document === 'settings' ? settingsPage() : await openApi());
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
