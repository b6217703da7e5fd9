/** `npm run screenshots`: every page of the started product, in both themes and three widths, into docs/screens. */
import { findBrowser } from './browser.ts';
import { runPlaywright } from './run-suite.ts';

await runPlaywright(['--config', 'screenshots.config.ts'], { CHROMIUM: await findBrowser(console.log) });
