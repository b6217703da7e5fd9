import type { Page } from 'playwright-core';

/** How many rows of the list aren't as high as the list reckons, by which it knows what is in sight. */
export const rowsOfOtherHeight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('tr[data-index]')];
    return rows.filter((row) => {
      const reckoned = Number.parseFloat(getComputedStyle(row).getPropertyValue('--row'));
      return row.getBoundingClientRect().height !== reckoned;
    }).length;
  });
