/**
 * `npm run model`: drives the task state machine and the real API over PostgreSQL with random acts of two people, a worker
 * and time, and compares them after each. `--runs=1000` of 60 steps each; `--seed=N` repeats a run (a new one each time).
 * `npm test` does a few of them.
 */
import { parseArgs } from 'node:util';
import { runBffSuite } from './run-suite.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
for (const [name, value] of Object.entries(options))
  if (!/^[1-9]\d*$/.test(value)) throw new Error(`--${name} must be a whole number from 1`);

console.log(`${options.runs} runs with seed ${options.seed}`);
await runBffSuite(['test/model'], { MODEL_RUNS: options.runs, MODEL_SEED: options.seed });
