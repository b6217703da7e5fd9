import type { Page } from '@playwright/test';

/** Counts the rows that are drawn as hovered: at rest, and in a frame in which the list scrolled by a row. */
export async function countHighlightedRows(page: Page): Promise<{ resting: number; moving: number }> {
  await page.locator('tr[data-index]').nth(2).hover();
  return page.evaluate(async () => {
    const rows = [...document.querySelectorAll<HTMLElement>('tr[data-index]')];
    const countHighlighted = () =>
      rows.filter(
        (row) => row.matches(':hover') && getComputedStyle(row).backgroundColor !== 'rgba(0, 0, 0, 0)',
      ).length;
    const resting = countHighlighted();
    const box = rows[0]?.closest('div');
    if (!box) throw new Error('The list has no scroll container.');
    const { scrollTop } = box;
    box.scrollTop += 28;
    if (box.scrollTop === scrollTop) throw new Error('The list is too short to scroll.');
    // The scroll event is dispatched in the same frame, before this callback.
    const moving = await new Promise<number>((resolve) =>
      requestAnimationFrame(() => resolve(countHighlighted())),
    );
    return { resting, moving };
  });
}
