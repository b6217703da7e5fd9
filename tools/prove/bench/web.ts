/**
 * `npm run bench:web`: measures the pages in Chromium with 50,000 tasks in one realm; asserts nothing.
 * `--write` writes docs/benchmarks.md, `--quick` takes short runs to see that it works,
 * `--only=bytes,shift,tasks,live,on-sale`, `--slower=4` makes the page's processor four times slower; `--only=slots` is the
 * tasks page with ten slots that a module fills, which no other part may meet.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { builtModules } from '../../start/modules.mjs';
import { root } from '../../start/settings.mjs';
import { findBrowser } from '../../workspace/test/browser.ts';
import { Scratch } from '../installation/scratch.ts';
import { createOwner } from './owners.ts';
import { log, Report } from './report.ts';
import { seed } from './seed.ts';
import { startBench } from './start.ts';
import { openSession } from './web/browser.ts';
import { layoutShifts, scriptBytes } from './web/first-visit.ts';
import { liveChanges } from './web/live-changes.ts';
import { onSalePages } from './web/on-sale-pages.ts';
import { seedOnSale } from './web/on-sale-seed.ts';
import { buildSlotsModule } from './web/slots-module.ts';
import { tasksPage } from './web/tasks-page.ts';

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: 'bytes,shift,tasks,live,on-sale' },
    slower: { type: 'string', default: '4' },
  },
});
const parts = values.only.split(',');
const slower = Number(values.slower);
const TASKS = 50_000;
const REALM = 1;

/**
 * Lowers the priority of a server process: in operation it runs on another machine than the browser. Linux shares the
 * processor between sessions first (sched(7), "The autogroup feature"), so its session's is lowered as well, unless it is
 * the session of this process.
 */
function yieldToBrowser(pid: number | null): void {
  if (pid === null) return;
  setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const file = `/proc/${pid}/autogroup`;
  if (!existsSync(file)) return;
  const [group, ownGroup] = [file, '/proc/self/autogroup'].map(
    (name) => readFileSync(name, 'utf8').split(' ')[0],
  );
  if (group !== ownGroup) writeFileSync(file, String(constants.priority.PRIORITY_LOW));
}

await using scratch = new Scratch('bench-web');
const executablePath = await findBrowser(console.log);
const modules = [builtModules];
if (parts.includes('slots')) {
  mkdirSync(path.join(root, 'tmp'), { recursive: true });
  const folder = mkdtempSync(path.join(root, 'tmp/bench-slots-'));
  scratch.defer(() => rmSync(folder, { recursive: true }));
  modules.push(await buildSlotsModule(folder));
}
log(`Starting a database with ${TASKS.toLocaleString('en')} tasks in one realm, the server and Chromium.`);
const bench = await startBench(scratch, {
  env: { MODULES: modules.join() },
  fill: async (adminUrl) => {
    await seed(adminUrl, TASKS, REALM);
  },
});
const { server, session: db, adminUrl, postgres } = bench;
const { url } = server;
yieldToBrowser(server.program.pid);
yieldToBrowser(postgres.pid());
const browser = await chromium.launch({
  executablePath,
  // Root can't have Chromium's sandbox; the pages are the product's own.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
scratch.defer(() => browser.close());
const user = await createOwner(bench, REALM);
const session = await openSession(browser, url, user);
const report = new Report();
if (parts.includes('bytes')) report.add(await scriptBytes(browser, url, session));
if (parts.includes('shift')) report.add(await layoutShifts(browser, url, session, values.quick ? 1 : 3));
if (parts.includes('tasks') || parts.includes('slots'))
  report.add(
    await tasksPage({
      name: parts.includes('slots') ? 'tasks with ten slots' : 'tasks',
      browser,
      url,
      session,
      slower,
      rounds: values.quick ? 1 : 3,
      turns: values.quick ? 100 : 400,
    }),
  );
if (parts.includes('live'))
  report.add(await liveChanges({ browser, url, session, db, slower, seconds: values.quick ? 4 : 15 }));
if (parts.includes('on-sale')) {
  const onSale = await seedOnSale(adminUrl);
  const rounds = values.quick ? 1 : 3;
  // A context whose access token expires renews it with a refresh token that no other context may use.
  for (const measure of onSalePages)
    report.add(
      await measure({
        browser,
        url,
        session: await openSession(browser, url, user),
        db,
        onSale,
        slower,
        rounds,
      }),
    );
}
if (values.write)
  await report.write(
    'browser',
    `the built product with ${TASKS.toLocaleString('en')} tasks in one realm in headless Chromium, the processor ${slower} × slower for interactions; server and database run beside it at a lower priority.`,
  );
