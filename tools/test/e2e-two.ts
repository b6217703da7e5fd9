/**
 * `npm run e2e:two`: the browser suite over two servers and three workers on one database, as docs/operations.md starts
 * them by hand, a set for each project; `-- --project flow faults` selects projects. The project about `npm start` is left
 * out.
 */
import { findBrowser } from './browser.ts';
import { runPlaywright } from './run-suite.ts';

await runPlaywright(['--workers=1', '--reporter=list', ...process.argv.slice(2)], {
  CHROMIUM: await findBrowser(console.log),
  SEPARATE_SERVERS: 'on',
});
