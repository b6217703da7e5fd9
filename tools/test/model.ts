/**
 * `npm run model`: drives the task state machine and the real API over PostgreSQL with random acts of two people, a worker
 * and time, and compares them after each. `--runs=1000` of 50 steps each; `--seed=N` repeats a run (a new one each time).
 * `npm test` does a few of them.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../start/settings.mjs';

const { values: asked } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
for (const [name, value] of Object.entries(asked))
  if (!/^[1-9]\d*$/.test(value)) throw new Error(`--${name} must be a whole number from 1`);

console.log(`${asked.runs} runs with seed ${asked.seed}`);
const jest = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    path.join(root, 'node_modules/jest/bin/jest.js'),
    '--config=jest.config.cjs',
    'test/model',
  ],
  {
    cwd: path.join(root, 'apps/bff'),
    stdio: 'inherit',
    env: { ...process.env, MODEL_RUNS: asked.runs, MODEL_SEED: asked.seed },
  },
);
jest.on('exit', (code) => (process.exitCode = code ?? 1));
