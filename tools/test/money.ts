/**
 * `npm run money`: random holds, lapses, stops, starts, confirmations, late ones, purchases and "mark bought" by two people,
 * two workers and time, against the real API over PostgreSQL; after each step no seat is bought twice, each sum is that of
 * its live seats, and no payment is lost. `--runs=1000` of 60 steps each; `--seed=N` repeats the runs (others each time), with
 * `--path=P` the one that failed.
 * `npm test` does a few of them.
 */
import { parseArgs } from 'node:util';
import { runBffSuite } from './run-suite.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    path: { type: 'string' },
  },
});
const { path, ...numbers } = options;
for (const [name, value] of Object.entries(numbers))
  if (!/^[1-9]\d*$/.test(value)) throw new Error(`--${name} must be a whole number from 1`);

console.log(`${options.runs} runs with seed ${options.seed}`);
await runBffSuite(['test/money'], {
  MONEY_RUNS: options.runs,
  MONEY_SEED: options.seed,
  ...(path ? { MONEY_PATH: path } : {}),
});
