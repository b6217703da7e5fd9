/** `npm run test:watch -- <project> [Jest's arguments]`: runs a project's tests again whenever a file changes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { nxEnvironment } from '../../start/prepare/build.mjs';
import { root } from '../../start/settings.mjs';

const [project = '', ...args] = process.argv.slice(2);
const folder = [`apps/${project}`, `libs/${project}`, project]
  .map((candidate) => path.join(root, candidate))
  .find((candidate) => project !== '' && existsSync(path.join(candidate, 'jest.config.cjs')));
if (!folder) {
  console.error('Name a project with tests: npm run test:watch -- bff tasks.spec');
  process.exit(1);
}

const jest = path.join(root, 'node_modules/jest/bin/jest.js');
const watch = spawn(process.execPath, [jest, '--config', 'jest.config.cjs', '--watch', ...args], {
  cwd: folder,
  env: {
    ...nxEnvironment(),
    NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
  },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => watch.kill(signal));
const [code] = (await once(watch, 'exit')) as [number | null];
process.exitCode = code ?? 1;
