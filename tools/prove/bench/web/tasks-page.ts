import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { type Result, single } from '../measure.ts';
import { MeasuredPage, type Session } from './browser.ts';

const SCROLL_TASK_MS = 200;
/** How far apart turns of the wheel and repeats of a held key come, in ms. */
const WHEEL_MS = 16;
const KEY_REPEAT_MS = 33;

export interface TasksPageOptions {
  /** What the page is called in the report. */
  name: string;
  browser: Browser;
  url: string;
  session: Session;
  /** How many times slower the processor is. */
  slower: number;
  rounds: number;
  /** Turns of the wheel. */
  turns: number;
}

/** Interaction to next paint, and long tasks in a scroll, on the page of 50,000 tasks. */
export async function tasksPage(options: TasksPageOptions): Promise<Result[]> {
  const { name, browser, url, session, slower, rounds, turns } = options;
  await using view = await MeasuredPage.open(browser, session);
  const { page } = view;
  await page.goto(`${url}/tasks`);
  await page.locator('tr[data-index]').first().waitFor();
  await view.waitForQuiet();
  await view.slowDown(slower);
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time += 1) {
      await page.keyboard.press(key);
      await sleep(KEY_REPEAT_MS);
    }
  };
  const go = (path: string) => view.click(`nav a[href="${path}"]`);
  const interactions: Record<string, () => Promise<void>> = {
    'go to the dashboard': () => go('/dashboard'),
    'open the page of 50,000 tasks': () => go('/tasks'),
    'open a task beside the list': () => view.click('tr[data-index="3"] td:nth-child(4)'),
    'open the next one': () => view.click('tr[data-index="5"] td:nth-child(4)'),
    'close it': () => press('Escape'),
    'change the tab': () => view.click('#tab-failed, [role="tab"]:nth-of-type(4)'),
    'change it back': () => view.click('#tab-all, [role="tab"]:nth-of-type(1)'),
    'sort by name': () => view.click('th button:has-text("Name")'),
    'sort the other way': () => view.click('th button:has-text("Name")'),
    'type into the search field': async () => {
      await page.keyboard.press('/');
      await page.keyboard.type('Login 49', { delay: 90 });
    },
    'clear the search field': () => press('Backspace', 8),
    'leave the search field': () => press('Escape'),
    'open the menu of filters': () => view.click('button[aria-haspopup="menu"]:has-text("Filter")'),
    'choose a filter': () => press('Enter'),
    'tick a value': () => view.click('[role="dialog"] input[type="checkbox"]'),
    'apply it': () => press('Enter'),
    'take it back': async () => {
      await page.goBack();
    },
    'select a row': () => view.click('tr[data-index="1"] td.select input'),
    'select a range': async () => {
      await page.keyboard.down('Shift');
      await view.click('tr[data-index="9"] td.select input');
      await page.keyboard.up('Shift');
    },
    'select all that are loaded': () => view.click('thead .select input'),
    'clear the selection': () => press('Escape'),
    'move by a held arrow key': async () => {
      await press('j');
      await press('ArrowDown', 60);
    },
    'move by a held Page Down': () => press('PageDown', 40),
    'jump to the end': () => press('End'),
    'jump to the start': () => press('Home'),
  };
  const results = await view.measureInteractions(name, rounds, interactions);
  await page.mouse.move(700, 500);
  for (const pixels of [100, 400]) {
    await view.reset();
    for (let turn = 0; turn < turns; turn += 1) {
      await page.mouse.wheel(0, pixels);
      await sleep(WHEEL_MS);
    }
    await sleep(1500);
    const { longTasks } = await view.measurements();
    const longest = Math.max(50, ...longTasks);
    results.push({
      name: `Longest task in ms: ${turns} turns of the wheel by ${pixels} px`,
      figure: single(longest),
      promise: `≤ ${SCROLL_TASK_MS}`,
      met: longest <= SCROLL_TASK_MS,
      note: `${longTasks.length} of more than 50 ms`,
    });
  }
  return results;
}
