import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { nxEnvironment } from '../start/prepare/build.mjs';
import { root } from '../start/settings.mjs';

/**
 * Runs tests of an app beside `npm test`, with Jest's `args`; `env` says which and how many. Their end is this process's
 * exit code.
 */
export async function runSuite(
  app: 'bff' | 'e2e',
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const suite = spawn(process.execPath, [jest, '--config', 'jest.config.cjs', ...args], {
    cwd: path.join(root, 'apps', app),
    env: {
      ...nxEnvironment(),
      NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => suite.kill(signal));
  const [code] = (await once(suite, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
}
