/**
 * `npm run prove -- modules-outside`: does what a team in another repository does, in a folder outside the workspace and with the
 * packages alone: creates a module, runs its checks, edits it while it is open in Chromium, builds it in two folders, and takes it
 * into a running installation.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { nxEnvironment } from '../../start/prepare/build.mjs';
import { endSteps, run } from '../../start/prepare/run.mjs';
import { contentOf, differingFiles } from '../../workspace/check/build-folders.ts';
import { launchBrowser, WAIT_MS } from '../installation/browser.ts';
import { Scratch } from '../installation/scratch.ts';
import { takeIntoConsole } from './module-in-console.ts';
import { createModule } from './new-module.ts';
import { step } from './step.ts';

await using scratch = new Scratch('module');
scratch.defer(endSteps);
const outside = scratch.folder;
let module = await createModule(outside);
let server: ChildProcess | null = null;
scratch.defer(() => server?.kill());

await step('run its checks', () => inModule('npm', 'test'));
await step('build it in another folder', buildElsewhere);
await step('edit it while it is open', editOpenModule);
await takeModuleIntoConsole();

function inModule(program: string, ...args: string[]): Promise<void> {
  return run(program, args, { cwd: module });
}

/** Builds the module again after its folder has moved, and compares every byte. */
async function buildElsewhere(): Promise<void> {
  const before = contentOf(path.join(module, 'dist'));
  await mkdir(path.join(outside, 'another/place'), { recursive: true });
  const moved = path.join(outside, 'another/place', path.basename(module));
  renameSync(module, moved);
  module = moved;
  await inModule('npm', 'run', 'build');
  const different = differingFiles(before, contentOf(path.join(module, 'dist')));
  if (different.length > 0) throw new Error(`Built in another folder, these differ: ${different.join(', ')}`);
}

/**
 * Opens the module with mock data and changes it: a text, a build that fails and is mended, and another import from the shell. The
 * page shows each change without being reloaded.
 */
async function editOpenModule(): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(WAIT_MS);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(await startDevelopment());
    await page.getByRole('row', { name: /Harbour City/ }).waitFor();
    await page.evaluate(() => document.body.setAttribute('data-kept', ''));
    const texts = path.join(module, 'src/texts/en.ts');
    writeFileSync(texts, readFileSync(texts, 'utf8').replace("title: 'Parking'", "title: 'Car parks'"));
    await page.getByRole('heading', { name: 'Car parks' }).waitFor();
    const source = path.join(module, 'src/events/events-page.tsx');
    const before = readFileSync(source, 'utf8');
    writeFileSync(source, before.replace('return (', 'return (('));
    await page.locator('iframe#webpack-dev-server-client-overlay').waitFor();
    writeFileSync(
      source,
      before
        .replace('<PageHeader', '<Button>Open gates</Button><PageHeader')
        .replace('import { useTexts }', "import { Button } from '@tessera/ui/mui';\nimport { useTexts }"),
    );
    await page.getByRole('button', { name: 'Open gates' }).waitFor();
    if ((await page.locator('body[data-kept]').count()) === 0) errors.push('The page was reloaded');
    if (errors.length > 0) throw new Error(errors.join('\n'));
  } finally {
    await browser.close();
  }
}

async function takeModuleIntoConsole(): Promise<void> {
  server?.kill();
  const browser = await launchBrowser();
  try {
    await takeIntoConsole(module, outside, browser);
  } finally {
    await browser.close();
  }
}

/** Starts `npm run dev` and returns the address that it prints. */
function startDevelopment(): Promise<string> {
  const child = spawn(path.join(module, 'node_modules/.bin/tessera-module'), ['dev', '--mock'], {
    cwd: module,
    env: nxEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`dev exited with ${code}`)));
    createInterface(child.stdout).on('line', (line) => {
      const [, address] = /^Parking: (http\S+)$/.exec(line) ?? [];
      if (address) resolve(address);
    });
  });
}
