/** `npm run screenshots`: every page of the started product, in both themes and three widths, into docs/screens. */
import { findBrowser } from './browser.ts';
import { runSuite } from './run-suite.ts';

await runSuite('e2e', ['--testMatch', '<rootDir>/src/pages/screenshots.ts'], {
  CHROMIUM: await findBrowser(console.log),
});
