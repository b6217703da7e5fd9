/// <reference lib="dom" />
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import type pg from 'pg';
import { CHANGES_PER_SECOND, changeTasks } from '../live.ts';
import { type Result, single, spreadOf } from '../measure.ts';
import { MeasuredPage, type Session } from './browser.ts';

const DELAY_MS = 1000;

/** What must stay as it is while rows change: focus, scroll position, selection. */
interface ListState {
  focused: string | null;
  firstVisible: string | null;
  offset: number;
  selection: string;
}

/** Runs inside the page. */
function readListState(): ListState & { visible: number[] } {
  const head = document.querySelector('thead')?.getBoundingClientRect().bottom ?? 0;
  const rows = [...document.querySelectorAll<HTMLElement>('tr[data-key]')];
  const visible = rows.filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > head && top < window.innerHeight;
  });
  return {
    focused: document.activeElement?.closest<HTMLElement>('tr[data-key]')?.dataset['key'] ?? null,
    firstVisible: visible[0]?.dataset['key'] ?? null,
    offset: Math.round(visible[0]?.getBoundingClientRect().top ?? 0),
    selection: document.querySelector('[role="toolbar"] [role="status"]')?.textContent ?? '',
    visible: visible.map((row) => Number(row.dataset['key'])),
  };
}

/** Runs inside the page: records the delay of each change that is shown; its text has the time of the change in epoch ms. */
function observeChanges(): void {
  new MutationObserver((records) => {
    for (const { target } of records) {
      const changedAt = /^bench (\d+)/.exec(target.textContent ?? '')?.[1];
      if (changedAt)
        requestAnimationFrame(() => window.measurements.delays.push(Date.now() - Number(changedAt)));
    }
  }).observe(document.body, { characterData: true, subtree: true });
}

/** The tasks page under 100 live changes a second: whether focus, position and selection stay, and the delay of each change. */
export async function liveChanges(options: {
  browser: Browser;
  url: string;
  session: Session;
  db: pg.ClientBase;
  slower: number;
  seconds: number;
}): Promise<Result[]> {
  const { browser, url, session, db, slower, seconds } = options;
  await using view = await MeasuredPage.open(browser, session);
  const { page } = view;
  await page.goto(`${url}/tasks`);
  await page.locator('tr[data-index]').first().waitFor();
  await page.mouse.move(700, 500);
  for (let turn = 0; turn < 40; turn += 1) {
    await page.mouse.wheel(0, 800);
    await sleep(50);
  }
  await sleep(1500);
  const { visible } = await page.evaluate(readListState);
  for (const key of visible.slice(3, 6)) await view.click(`tr[data-key="${key}"] td.select input`);
  await page.keyboard.press('j');
  await sleep(1000);
  const before = await page.evaluate(readListState);
  const { rows } = await db.query<{ id: number }>(
    'SELECT id FROM tasks WHERE deleted_at IS NULL AND NOT id = ANY($1) ORDER BY md5(id::text) LIMIT $2',
    [before.visible, before.visible.length],
  );
  const changed = before.visible.flatMap((id, index) => [
    id,
    ...rows.slice(index, index + 1).map((row) => row.id),
  ]);
  await view.slowDown(slower);
  await page.evaluate(observeChanges);
  const states: ListState[] = [];
  const changes = changeTasks(db, changed, seconds, Date.now);
  for (let second = 0; second < seconds; second += 1) {
    await sleep(1000);
    states.push(await page.evaluate(readListState));
  }
  await changes;
  await sleep(1000);
  const { delays, longTasks } = await view.measurements();
  const delay = spreadOf(delays);
  const isUnchanged = (state: ListState) =>
    state.focused === before.focused &&
    state.firstVisible === before.firstVisible &&
    state.offset === before.offset &&
    state.selection === before.selection;
  const unchanged = states.filter(isUnchanged).length / states.length;
  const rate = `${CHANGES_PER_SECOND} live changes a second`;
  return [
    {
      name: `Delay on the screen in ms: ${rate}`,
      figure: delay,
      promise: `≤ ${DELAY_MS} (p90)`,
      met: delays.length > 0 && delay.p90 <= DELAY_MS,
      note: `${delays.length} changes seen in ${seconds} s, longest task ${Math.round(Math.max(0, ...longTasks))} ms`,
    },
    {
      name: `Share of checks with unchanged focus, position and selection: ${rate}`,
      figure: single(unchanged),
      promise: '1',
      met: unchanged === 1,
      note: `${states.length} checks, ${before.selection.trim()}`,
    },
  ];
}
