/**
 * `npm run bench:web`: measures the pages in Chromium, on a database of its own, and ends by itself. Asserts nothing.
 * `--write`: writes docs/benchmarks-web.md; `--quick`: short runs, to see that it works;
 * `--only=bytes|shift|paint|tasks|live`, comma-joined; `--slower=4`: how many times slower the page's processor is made.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Closing } from '../../chaos/closing.ts';
import type { Result } from '../paired.ts';
import { line, publish, say } from '../report.ts';
import { scriptBytes } from './bytes.ts';
import { liveChanges } from './live-changes.ts';
import { machineSpeed } from './machine-speed.ts';
import { paints } from './paint.ts';
import { markdown } from './report.ts';
import { layoutShifts } from './shift.ts';
import { startStage } from './stage.ts';
import { tasksPage } from './tasks-page.ts';

const { values: asked } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    slower: { type: 'string', default: '4' },
  },
});
const slower = Number(asked.slower);
if (!(slower >= 1)) throw new Error(`--slower is a number of times, 1 or more: ${asked.slower}`);
/** In one realm. */
const TASKS = 50_000;

const folder = mkdtempSync(path.join(tmpdir(), 'tessera-bench-web-'));
const closing = new Closing();
const results: Result[] = [];
const tell = (result: Result): void => {
  results.push(result);
  say(line(result));
};
const wants = (part: string): boolean => !asked.only || asked.only.split(',').includes(part);

async function end(): Promise<void> {
  await closing.all();
  rmSync(folder, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void end().then(() => process.exit(1)));

async function run(): Promise<void> {
  say(`Starting a database with ${TASKS.toLocaleString('en')} tasks in one realm, the server and Chromium.`);
  const stage = await startStage({ folder, tasks: TASKS, slower }, closing);
  const speed = await machineSpeed(stage);
  say(`A plain table takes ${speed.median.toFixed(0)} ms here.`);
  if (wants('bytes')) for (const result of await scriptBytes(stage)) tell(result);
  if (wants('shift')) for (const result of await layoutShifts(stage, asked.quick ? 1 : 3)) tell(result);
  if (wants('paint')) {
    say('Installing and building the reference, a react-admin page.');
    for (const result of await paints(stage, { folder, closing, rounds: asked.quick ? 2 : 7 })) tell(result);
  }
  if (wants('tasks'))
    for (const result of await tasksPage(
      stage,
      asked.quick ? { rows: 2_000, rounds: 1 } : { rows: 20_000, rounds: 3 },
    ))
      tell(result);
  if (wants('live'))
    for (const result of await liveChanges(stage, { seconds: asked.quick ? 4 : 15 })) tell(result);
  if (asked.write)
    await publish('docs/benchmarks-web.md', markdown(results, { tasks: TASKS, slower, speed }));
  say('Done.');
}

try {
  await run();
} finally {
  await end();
}
