/** `npm run races`: all rounds of the API's races, of which `npm test` does a twentieth. */
import { runBffSuite } from './run-suite.ts';

await runBffSuite(['test/races'], { RACES: 'full' });
