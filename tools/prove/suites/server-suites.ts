import { parseArgs } from 'node:util';
import { runBffSuite } from '../../workspace/test/run-suite.ts';

/** Random runs of the server's tests over PostgreSQL, of which `npm test` does a few. */
interface RandomSuite {
  /** How many runs, or requests, there are unless `--runs` says so. */
  runs: number;
  /** The variables that the tests read are its name with `_RUNS` (or these) and `_SEED`. */
  prefix: string;
  runsVariable?: string;
}

const suites = {
  budgets: { runs: 1000, prefix: 'BUDGETS' },
  fuzz: { runs: 10_000, prefix: 'FUZZ', runsVariable: 'FUZZ_REQUESTS' },
  model: { runs: 1000, prefix: 'MODEL' },
  money: { runs: 1000, prefix: 'MONEY' },
} as const satisfies Record<string, RandomSuite>;

/**
 * Runs one of them. `--runs=1000`; `--seed=N` repeats what was printed with it, otherwise each time has another; with `--path=P` the one
 * of money's runs that failed. @throws for a number that is none
 */
export async function runRandomSuite(name: keyof typeof suites, args: readonly string[]): Promise<void> {
  const { runs, prefix, runsVariable = `${prefix}_RUNS` }: RandomSuite = suites[name];
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string', default: String(runs) },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      path: { type: 'string' },
    },
  });
  for (const option of ['runs', 'seed'] as const)
    if (!/^[1-9]\d*$/.test(values[option])) throw new Error(`--${option} must be a whole number from 1`);
  console.log(`${values.runs} runs with seed ${values.seed}`);
  await runBffSuite([`test/${name}`], {
    [runsVariable]: values.runs,
    [`${prefix}_SEED`]: values.seed,
    ...(values.path && { [`${prefix}_PATH`]: values.path }),
  });
}

/** People of three paces pay at the sandbox: what was predicted, and what happened; then with the starts spread as proposed. */
export const runPayers = (): Promise<void> => runBffSuite(['test/payers'], { PAYERS: 'full' });

/** All rounds of the API's races, of which `npm test` does a twentieth, and 10,000 messages to a webhook instead of 2,000. */
export const runRaces = (): Promise<void> =>
  runBffSuite(['test/races', 'webhooks/deliveries'], { RACES: 'full' });
