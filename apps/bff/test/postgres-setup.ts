import 'reflect-metadata';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { migrate } from '../src/platform/database/migrate';
import { createDatabase, databaseUrl, TEMPLATE, type TestPostgres } from './postgres';

/** The Postgres of this run, for the teardown. */
export type Started = { child: ChildProcess; folder: string };

declare global {
  // Jest's setup and teardown share nothing but the global object.
  var testPostgres: Started | undefined;
}

/** Starts one Postgres for all suites, with a migrated database that each suite clones. */
export default async function setup(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-test-'));
  const cli = path.resolve(__dirname, '../../../tools/start/postgres/cli.ts');
  const child = spawn(process.execPath, [cli, '--data-dir', folder, '--throw-away'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  globalThis.testPostgres = { child, folder };
  const postgres = await ready(child);
  process.env.TEST_POSTGRES = JSON.stringify(postgres);
  await createDatabase(postgres, TEMPLATE);
  await migrate(databaseUrl(postgres.url, TEMPLATE));
}

function ready(child: ChildProcess): Promise<TestPostgres> {
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`Postgres could not start: exit status ${code}`)));
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) =>
        resolve(JSON.parse(line) as TestPostgres),
      );
  });
}
