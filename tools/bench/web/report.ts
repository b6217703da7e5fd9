import { cpus } from 'node:os';
import type { Result, Spread } from '../paired.ts';
import { table } from '../report.ts';

interface Circumstances {
  /** In the one realm. */
  tasks: number;
  /** How many times slower the page's processor was made. */
  slower: number;
  /** Ms that a plain table takes (machine-speed.ts). */
  speed: Spread;
}

/** The results as a page of the documentation. */
export const markdown = (
  results: readonly Result[],
  { tasks, slower, speed }: Circumstances,
): string => `# Benchmarks of the pages

Written by \`npm run bench:web -- --write\` on ${new Date().toISOString().slice(0, 10)}: the built product with
${tasks.toLocaleString('en')} tasks in one realm, Chromium without a window, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, with the
server and its database beside it at a lower priority, since in operation they stand elsewhere. A long task is one of
more than 50 ms on the page's main thread, whoever else had the processor meanwhile; "by the thread's own time" are those
that would be long without the others. Browsers tell a page of tasks with a script of its own; others are counted by a trace,
but for garbage that is collected between tasks, which is named besides. The mouse's button is down for 80 ms. Paints are
first visits with an empty cache, in turns with a react-admin page (\`tools/bench/web/reference\`) that lists 100 of the
same tasks, served compressed as ours are.

How fast the machine is that is slowed down ${slower} times decides what is long on it. Before all else it took
**${speed.median.toFixed(0)} ms** (${speed.p10.toFixed(0)}–${speed.p90.toFixed(0)}), slowed down, to put a plain table of 500 rows into an empty page and lay it
out: figures of two runs are comparable as far as they agree in that.

${table(results)}
`;
