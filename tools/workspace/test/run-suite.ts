import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { nxEnvironment } from '../../start/prepare/build.mjs';
import { root } from '../../start/settings.mjs';

/** Runs tests of the BFF with Jest; `env` says which and how many. Jest's exit code becomes this process's. */
export function runBffSuite(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return runSuite('bff', 'jest/bin/jest.js', ['--config', 'jest.config.cjs', ...args], {
    NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
    ...env,
  });
}

/** Runs the browser suite with Playwright's arguments. Playwright's exit code becomes this process's. */
export function runPlaywright(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return runSuite('e2e', '@playwright/test/cli.js', ['test', ...args], env);
}

async function runSuite(
  app: 'bff' | 'e2e',
  runner: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const suite = spawn(process.execPath, [path.join(root, 'node_modules', runner), ...args], {
    cwd: path.join(root, 'apps', app),
    env: { ...nxEnvironment(), ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => suite.kill(signal));
  const [code] = (await once(suite, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
}
