/**
 * `npm run fuzz`: 10,000 generated requests over every operation of the API, half of them broken, against a server and a
 * database of its own. `FUZZ_REQUESTS` is their number and `FUZZ_SEED` their seed, which is printed: the same seed
 * sends the same requests.
 */
import { randomInt } from 'node:crypto';
import { runBffSuite } from './run-suite.ts';

const { FUZZ_REQUESTS = '10000', FUZZ_SEED = String(randomInt(2 ** 31)) } = process.env;

for (const [name, value] of Object.entries({ FUZZ_REQUESTS, FUZZ_SEED })) {
  if (/^\d{1,10}$/.test(value)) continue;
  console.error(`${name} must be a whole number, and is "${value}".`);
  process.exit(1);
}
console.log(`${FUZZ_REQUESTS} requests, seed ${FUZZ_SEED}`);
await runBffSuite(['test/fuzz'], { FUZZ_REQUESTS, FUZZ_SEED });
