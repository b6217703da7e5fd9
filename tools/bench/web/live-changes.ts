import { setTimeout as sleep } from 'node:timers/promises';
import { changeTasks, CHANGES_PER_SECOND } from '../live.ts';
import { spreadOf, type Result } from '../paired.ts';
import { lastRow, placeInList, watchChanges, type Place } from './in-page.ts';
import { longTasks } from './long-tasks.ts';
import type { Stage } from './stage.ts';
import { signIn, View } from './view.ts';

/** So many rows are loaded, and the reader is amid them. */
const LOADED = 1_000;
/** Changes of tasks that aren't in sight, for each of one that is. */
const OTHERS = 1;
const MOST_LATE_MS = 1_000;

/** The tasks page under live changes: does it stay where its reader is, and how late does it show them? */
export async function liveChanges(stage: Stage, { seconds }: { seconds: number }): Promise<Result[]> {
  const view = await View.open(stage, await signIn(stage, stage.owner));
  const { page } = view;
  await page.goto(`${stage.url}/tasks`);
  await page.locator('tr[data-index]').first().waitFor();
  await settleDown(view);
  const before = await page.evaluate(placeInList);
  const ids = await changing(stage, before.shown);
  await view.slow();
  await page.evaluate(watchChanges);
  const looks: Place[] = [];
  const tasks = await view.longTasks(async () => {
    const ends = { now: false };
    const made = changeTasks(stage.db, ids, seconds * 1000, Date.now).finally(() => (ends.now = true));
    while (!ends.now) {
      await sleep(1000);
      looks.push(await page.evaluate(placeInList));
    }
    await made;
  });
  const late = spreadOf(await page.evaluate(() => window.seen.late));
  const heard = await page.evaluate(() => window.seen.late.length);
  await view.close();
  const kept = looks.filter((look) => isSame(look, before)).length / looks.length;
  const over = `${CHANGES_PER_SECOND} live changes a second, processor ${stage.slower} × slower`;
  return [
    longTasks(over, [tasks]),
    {
      name: `Lateness on the screen in ms: ${over}`,
      ratio: late,
      promise: `≤ ${MOST_LATE_MS} (p90)`,
      met: heard > 0 && late.p90 <= MOST_LATE_MS,
      note: `${heard} changes seen in ${seconds} s`,
    },
    {
      name: `Looks that find selection, focus and scroll place kept: ${over}`,
      ratio: { median: kept, p10: kept, p90: kept },
      promise: '1',
      met: kept === 1,
      note: `${looks.length} looks, one each second; ${before.summary.trim()}`,
    },
  ];
}

/** Amid the loaded rows, with three of them selected and the focus on the next. */
async function settleDown(view: View): Promise<void> {
  const { page } = view;
  const { x, y } = await view.middle('tr[data-index="5"]');
  await page.mouse.move(x, y);
  while ((await page.evaluate(lastRow)) < LOADED) {
    await page.mouse.wheel(0, 3000);
    await view.settle(50);
  }
  for (let turn = 0; turn < 5; turn += 1) await page.mouse.wheel(0, -3000);
  await view.settle();
  const { shown } = await page.evaluate(placeInList);
  for (const key of shown.slice(3, 6)) {
    await view.click(`tr[data-key="${key}"] td.select input`);
    await view.settle(200);
  }
  await page.keyboard.press('j');
  await view.settle();
}

/** Tasks in sight, each followed by one that isn't. */
async function changing({ db }: Stage, shown: readonly number[]): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM tasks WHERE deleted_at IS NULL AND NOT id = ANY($1) ORDER BY md5(id::text) LIMIT $2`,
    [shown, shown.length * OTHERS],
  );
  return shown.flatMap((id, index) => [
    id,
    ...rows.slice(index * OTHERS, (index + 1) * OTHERS).map((row) => row.id),
  ]);
}

const isSame = (look: Place, before: Place): boolean =>
  look.focused === before.focused &&
  look.first === before.first &&
  look.offset === before.offset &&
  look.selected === before.selected &&
  look.summary === before.summary;
