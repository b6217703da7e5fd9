/** `npm run races`: all rounds of the API's races, of which `npm test` does a tenth. */
import { runServerSuite } from './server-suite.mjs';

try {
  await runServerSuite('test/races', { RACES: 'full' });
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exitCode = 1;
}
