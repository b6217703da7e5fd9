/** All checks and tests; ends with the line 'N passed, N failed'. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { nxEnvironment } from '../../start/prepare/build.mjs';
import { endSteps, run } from '../../start/prepare/run.mjs';
import { root } from '../../start/settings.mjs';
import { findBrowsers } from './browser.ts';
import { listResultFiles, readResults } from './results.ts';

interface Stage {
  name: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  /** Its tests are counted one by one from their result files; else the stage counts as one. */
  counted?: boolean;
}

const bin = (file: string): string => path.join(root, 'node_modules', file);
const nx = bin('nx/dist/bin/nx.js');

process.on('SIGTERM', () => {
  endSteps();
  process.exit(1);
});

const browsers = await findBrowsers(console.log).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

/** Each of these uses one core for a short time. */
const short: Stage[] = [
  { name: 'format', args: [bin('prettier/bin/prettier.cjs'), '--check', '.'] },
  { name: 'spelling', args: [bin('cspell/bin.mjs'), 'lint', '--no-progress', '--quiet', '.'] },
  { name: 'unused files, exports and packages', args: [bin('knip/bin/knip.js'), '--no-progress'] },
  {
    name: 'import rules',
    args: [bin('dependency-cruiser/bin/dependency-cruise.mjs'), 'apps', 'libs', 'tools'],
  },
  {
    name: 'cyclic features',
    args: [
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      '.dependency-cruiser.areas.cjs',
      'apps/bff/src',
    ],
  },
];
/** Generates the client in place, so nothing else may read it at the same time. */
const contract: Stage = {
  name: 'API document and client',
  args: [path.join(root, 'tools/workspace/contract/contract.ts')],
};
const lintAndTypes: Stage = {
  name: 'lint and types',
  args: [nx, 'run-many', '--target=lint,typecheck', '--output-style=static'],
};
const tests: Stage = {
  name: 'tests',
  // The server's files in groups; the other projects have one configuration.
  // The server's take as long as all others together, so two of the others run beside them.
  args: [nx, 'run-many', '--target=test', '--configuration=whole', '--parallel=3', '--output-style=static'],
  counted: true,
};
const browserSuite: Stage = {
  name: 'browser suite over the started product',
  args: [nx, 'run', 'e2e:e2e', '--output-style=static'],
  env: browsers,
  counted: true,
};
const outside: Stage = {
  name: 'a module made outside from the packages',
  args: [path.join(root, 'tools/prove/modules/module-outside.ts')],
  env: browsers,
};

let passed = 0;
let failed = 0;
const began = Date.now();
for (const file of listResultFiles()) rmSync(file, { force: true });

await Promise.all([runEach(short), runEach([lintAndTypes])]);
// One after another: each of the last three keeps the machine busy, and side by side their pages only wait longer.
await runEach([contract, tests, browserSuite, outside]);

const results = readResults();
passed += results.passed;
failed += results.failed;
if (results.failures.length > 0) console.log(`\n== failed tests\n\n${results.failures.join('\n\n')}`);
console.log(`\nEverything took ${Math.round((Date.now() - began) / 1000)} s.`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/** Runs stages one after another. */
async function runEach(stages: readonly Stage[]): Promise<void> {
  for (const stage of stages) await runStage(stage);
}

async function runStage({ name, args, env, counted }: Stage): Promise<void> {
  // Stages run in parallel, so the lines of one are printed together; those of the tests are printed at once.
  const kept: string[] = [];
  const log = counted ? console.log : (line: string) => void kept.push(line);
  log(`\n== ${name}`);
  const stageBegan = Date.now();
  let error: Error | null = null;
  try {
    const onLine = (line: string) => {
      // Jest warns about its own experimental flag in every project: not worth a line each.
      if (!line.includes('ExperimentalWarning')) log(line);
    };
    await run(process.execPath, args, { cwd: root, env: { ...nxEnvironment(), ...env }, onLine });
  } catch (thrown) {
    error = thrown as Error;
  }
  if (!counted) passed += error ? 0 : 1;
  // The failed tests of a counted stage are counted from its results; a stage without results counts as one failure.
  if (error && !counted) failed += 1;
  if (error && counted && readResults().failed === 0) failed += 1;
  log(`== ${name}: ${error ? 'failed' : 'passed'} (${Math.round((Date.now() - stageBegan) / 1000)} s)`);
  if (kept.length > 0) console.log(kept.join('\n'));
}
