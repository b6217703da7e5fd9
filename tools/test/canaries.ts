/**
 * `npm run modules:canaries`: loads a good canary of a module 1,000 times in a browser, then one that fails for 5 % of its loads
 * and one that takes 8 s, and sees which of them are taken back.
 */
import { findBrowser } from './browser.ts';
import { runPlaywright } from './run-suite.ts';

await runPlaywright(['--config', 'canaries.config.ts', ...process.argv.slice(2)], {
  CHROMIUM: await findBrowser(console.log),
});
