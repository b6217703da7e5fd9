import type { Result } from '../paired.ts';
import { lastRow } from './in-page.ts';
import { longTasks, type Watched } from './long-tasks.ts';
import type { Stage } from './stage.ts';
import { signIn, View } from './view.ts';

/** How often the wheel is turned. */
const WHEEL_MS = 16;
/** How often a key comes that is held down. */
const REPEAT_MS = 33;
/** Of a turn, for somebody who reads and somebody who looks for a place. */
const READING_PX = 100;
const SEARCHING_PX = 400;
/** Rows that are gone through as by a reader; each takes four times as long. */
const READ_ROWS = 3000;
const LONGEST_SCROLL_MS = 120_000;

/** The tasks page with 50,000 tasks on a slowed-down processor: open, filter, sort, scroll through `rows` of them, select. */
export async function tasksPage(
  stage: Stage,
  { rows, rounds }: { rows: number; rounds: number },
): Promise<Result[]> {
  const view = await View.open(stage, await signIn(stage, stage.owner));
  await view.page.goto(`${stage.url}/tasks`);
  await view.page.locator('tr[data-index]').first().waitFor();
  await view.settle(3000);
  // What finds places in a page is brought there by the first who asks.
  await view.middle('tr[data-index]');
  await view.slow();
  await view.settle(3000);
  const overview: Watched[] = [];
  const opened: Watched[] = [];
  const beside: Watched[] = [];
  const filtered: Watched[] = [];
  const sorted: Watched[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // The second time counts as the first does.
    for (let time = 0; time < 2; time += 1) {
      overview.push(await view.longTasks(() => visit(view, '/dashboard')));
      opened.push(await view.longTasks(() => visit(view, '/tasks')));
    }
    beside.push(await view.longTasks(() => openTask(view)));
    filtered.push(await view.longTasks(() => filter(view)));
    sorted.push(await view.longTasks(() => sort(view)));
  }
  const { x, y } = await view.middle('tr[data-index="5"]');
  await view.page.mouse.move(x, y);
  let read = 0;
  const followed = await view.longTasks(async () => {
    read = await wheel(view, READ_ROWS, READING_PX);
  });
  let reached = 0;
  const scrolled = await view.longTasks(async () => {
    reached = await wheel(view, rows, SEARCHING_PX);
  });
  const keyed = await view.longTasks(() => keys(view));
  const selected = await view.longTasks(() => select(view));
  await view.close();
  const through = reached.toLocaleString('en');
  const over = `of 50,000 tasks, processor ${stage.slower} × slower`;
  return [
    longTasks(`open the page ${over}`, opened),
    longTasks(`go to the dashboard ${over}`, overview),
    longTasks(`open one beside the list ${over}`, beside),
    longTasks(`filter ${over}`, filtered),
    longTasks(`sort ${over}`, sorted),
    longTasks(`scroll by ${READING_PX} px through ${read.toLocaleString('en')} ${over}`, [followed]),
    longTasks(`scroll by ${SEARCHING_PX} px through ${through} ${over}`, [scrolled]),
    longTasks(`move by keys through the rows ${over}`, [keyed]),
    longTasks(`select among ${through} loaded ${over}`, [selected]),
  ];
}

/** By the menu's link, from whatever page there is. */
async function visit(view: View, path: string): Promise<void> {
  await view.click(`nav a[href="${path}"]`);
  await view.settle(2500);
}

/** One task, another in its place, and none. */
async function openTask(view: View): Promise<void> {
  for (const row of [3, 5]) {
    await view.click(`tr[data-index="${row}"] td:nth-child(4)`);
    await view.settle(1500);
  }
  await view.page.keyboard.press('Escape');
  await view.settle(1500);
}

/** By tabs, by the search field and by a filter's dialog; back to all in the end. */
async function filter(view: View): Promise<void> {
  const { page } = view;
  for (const tab of ['failed', 'bought', 'all']) {
    await view.click(`#tab-${tab}`);
    await view.settle(1500);
  }
  await page.keyboard.press('/');
  await page.keyboard.type('Buyer 4999', { delay: 90 });
  await view.settle(1500);
  for (let letter = 0; letter < 10; letter += 1) {
    await page.keyboard.press('Backspace');
    await view.settle(90);
  }
  await view.settle(1500);
  await view.click('button[aria-haspopup="menu"].MuiButtonBase-root:has-text("Filter")');
  await view.settle();
  await page.keyboard.press('Enter');
  await view.settle();
  await view.click('[role="dialog"] input[type="checkbox"]');
  await view.settle();
  await page.keyboard.press('Enter');
  await view.settle(1500);
  await page.goBack();
  await view.settle(1500);
}

/** By three columns, up, down and as it comes. */
async function sort(view: View): Promise<void> {
  for (const column of ['Name', 'Active']) {
    for (let turn = 0; turn < 3; turn += 1) {
      await view.click(`th button:has-text("${column}")`);
      await view.settle(1500);
    }
  }
}

/** Turns the wheel by `px` until so many rows have gone by, and some way back; answers how many did. */
async function wheel(view: View, rows: number, px: number): Promise<number> {
  const { page } = view;
  const began = performance.now();
  let reached = 0;
  while (reached < rows && performance.now() - began < LONGEST_SCROLL_MS) {
    for (let turn = 0; turn < 20; turn += 1) {
      await page.mouse.wheel(0, px);
      await view.settle(WHEEL_MS);
    }
    reached = await page.evaluate(lastRow);
  }
  for (let turn = 0; turn < 100; turn += 1) {
    await page.mouse.wheel(0, -px);
    await view.settle(WHEEL_MS);
  }
  return reached + 1;
}

/** From the first row on by rows and by pages, to the end of what is loaded, and back. */
async function keys(view: View): Promise<void> {
  const { page } = view;
  const press = async (key: string, times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      await page.keyboard.press(key);
      await view.settle(REPEAT_MS);
    }
  };
  await press('j', 1);
  await view.settle();
  await press('ArrowDown', 100);
  await press('PageDown', 60);
  await press('End', 1);
  await view.settle();
  for (let more = 0; more < 5; more += 1) {
    await press('End', 1);
    await view.settle();
  }
  await press('PageUp', 60);
  await press('Home', 1);
  await view.settle();
}

/** One by one, a range, all that are loaded, and none. */
async function select(view: View): Promise<void> {
  const { page } = view;
  await page.keyboard.press('Home');
  await view.settle();
  for (const row of [1, 3, 5]) {
    await view.click(`tr[data-index="${row}"] td.select input`);
    await view.settle(400);
  }
  await page.keyboard.down('Shift');
  await view.click('tr[data-index="15"] td.select input');
  await view.settle(400);
  for (let row = 0; row < 20; row += 1) {
    await page.keyboard.press('ArrowDown');
    await view.settle(60);
  }
  await page.keyboard.up('Shift');
  await view.click('thead td.select input, thead th.select input');
  await view.settle();
  await view.click('thead td.select input, thead th.select input');
  await view.settle();
  await page.keyboard.press('Escape');
}
