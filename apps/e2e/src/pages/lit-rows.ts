import type { Page } from 'playwright-core';

/** How many rows have the look of one below the pointer: at rest, and in a frame in which the list moved by a row. */
export async function litRows(page: Page): Promise<{ resting: number; moving: number }> {
  await page.locator('tr[data-index]').nth(2).hover();
  return page.evaluate(async () => {
    const rows = [...document.querySelectorAll<HTMLElement>('tr[data-index]')];
    const lit = () =>
      rows.filter(
        (row) => row.matches(':hover') && getComputedStyle(row).backgroundColor !== 'rgba(0, 0, 0, 0)',
      ).length;
    const resting = lit();
    const box = rows[0]?.closest('div');
    if (!box) throw new Error('The rows stand in no box');
    const { scrollTop } = box;
    box.scrollTop += 28;
    if (box.scrollTop === scrollTop) throw new Error('All rows are in sight');
    // The event that tells of it comes in the same frame, before this.
    const moving = await new Promise<number>((resolve) => requestAnimationFrame(() => resolve(lit())));
    return { resting, moving };
  });
}
