/**
 * `npm run e2e:two`: the browser suite over two servers and three workers on one database, as docs/operations.md has them
 * started by hand, a set of its own for each file; `-- flow faults` picks files. start.e2e.ts alone stays out: it is
 * about what `npm start` prints, keeps and refuses, and here nobody starts that.
 */
import { findBrowser } from './browser.ts';
import { runSuite } from './run-suite.ts';

await runSuite(
  'e2e',
  ['--maxWorkers', '1', '--testPathIgnorePatterns', 'start\\.e2e', '--', ...process.argv.slice(2)],
  {
    CHROMIUM: await findBrowser(console.log),
    BY_HAND: 'on',
  },
);
