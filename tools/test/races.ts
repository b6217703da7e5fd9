/** `npm run races`: all rounds of the API's races, of which `npm test` does a twentieth. */
import { runSuite } from './run-suite.ts';

await runSuite('bff', ['test/races'], { RACES: 'full' });
