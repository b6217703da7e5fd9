import type { Page } from '@playwright/test';

/** Counts the list's rows whose height isn't the one by which the list computes positions. */
export const countRowsOfOtherHeight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('tr[data-index]')];
    return rows.filter((row) => {
      const expected = Number.parseFloat(getComputedStyle(row).getPropertyValue('--row'));
      return row.getBoundingClientRect().height !== expected;
    }).length;
  });
