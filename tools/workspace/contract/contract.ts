/**
 * Checks that libs/api/openapi.json is the document of the built BFF, and that the committed client, the worker
 * protocol's types and docs/api.md are made from it, that docs/task-states.md is made from the task state machine, and
 * docs/operate/settings.md from the server's catalogue of settings.
 * With `--write` it regenerates all of them (`npm run contract`).
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OpenAPIV3 } from 'openapi-types';
import { root } from '../../start/settings.mjs';
import { apiPage } from './api-page.ts';
import { taskStatesPage } from './task-states-page.ts';

const api = path.join(root, 'libs/api');
/** Folders whose src/generated comes from the document. */
const consumers = [api, path.join(root, 'apps/worker')];
const committed = path.join(api, 'openapi.json');
const page = path.join(root, 'docs/api.md');
const statesPage = path.join(root, 'docs/task-states.md');
const settings = path.join(root, 'docs/operate/settings.md');
const generator = path.join(root, 'node_modules/@hey-api/openapi-ts/bin/run.js');
const writes = process.argv.includes('--write');

const node = (args: string[], cwd: string): void => {
  execFileSync(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
};
const pageNow = (): string => apiPage(JSON.parse(readFileSync(committed, 'utf8')) as OpenAPIV3.Document);
const writeDocument = (document: 'openapi' | 'settings', file: string): void =>
  node([path.join(root, 'apps/bff/dist/contract.cjs'), document, file], root);
const makeSettings = (file: string): void => writeDocument('settings', file);
const makeDocument = (file: string): void => writeDocument('openapi', file);

if (writes) {
  node([path.join(root, 'node_modules/nx/dist/bin/nx.js'), 'build', 'bff'], root);
  makeDocument(committed);
  for (const folder of consumers) node([generator], folder);
  writeFileSync(page, pageNow());
  writeFileSync(statesPage, await taskStatesPage(statesPage));
  makeSettings(settings);
  console.log('Wrote libs/api/openapi.json and the files generated from it.');
} else {
  const scratch = mkdtempSync(path.join(tmpdir(), 'tessera-contract-'));
  try {
    const problems = [
      ...documentDrift(scratch),
      ...consumers.flatMap((folder) => typesDrift(folder, scratch)),
      ...pageDrift(page, pageNow(), 'libs/api/openapi.json'),
      ...pageDrift(statesPage, await taskStatesPage(statesPage), 'libs/domain/src/task-machine.ts'),
      ...settingsDrift(scratch),
    ];
    for (const problem of problems)
      console.error(`${problem}: run "npm run contract" and commit the result.`);
    if (problems.length === 0)
      console.log('The API document and the files generated from it are up to date.');
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function documentDrift(scratch: string): string[] {
  const made = path.join(scratch, 'openapi.json');
  makeDocument(made);
  return readFileSync(made, 'utf8') === readFileSync(committed, 'utf8')
    ? []
    : ['libs/api/openapi.json is not the document of the server'];
}

function settingsDrift(scratch: string): string[] {
  const made = path.join(scratch, 'settings.md');
  makeSettings(made);
  return pageDrift(settings, readFileSync(made, 'utf8'), 'apps/bff/src/platform/config');
}

function pageDrift(file: string, made: string, source: string): string[] {
  return existsSync(file) && readFileSync(file, 'utf8') === made
    ? []
    : [`${path.relative(root, file)} is not made from ${source}`];
}

function typesDrift(folder: string, scratch: string): string[] {
  const before = path.join(scratch, path.basename(folder));
  const generated = path.join(folder, 'src/generated');
  cpSync(generated, before, { recursive: true });
  try {
    node([generator], folder);
    return isSame(before, generated)
      ? []
      : [`${path.relative(root, generated)} is not made from libs/api/openapi.json`];
  } finally {
    rmSync(generated, { recursive: true, force: true });
    cpSync(before, generated, { recursive: true, preserveTimestamps: true });
  }
}

function isSame(one: string, other: string): boolean {
  const content = (folder: string): string =>
    JSON.stringify(
      globSync('**/*.ts', { cwd: folder })
        .sort()
        .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]),
    );
  return content(one) === content(other);
}
