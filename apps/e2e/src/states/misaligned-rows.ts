import type { Page } from '@playwright/test';

/** Counts the list's rows with a cell that isn't as wide as its column, or with unused width. */
export const countMisalignedRows = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const widthOf = (element: Element) => element.getBoundingClientRect().width;
    const table = document.querySelector('table');
    if (!table?.parentElement) throw new Error('The page has no list.');
    const columns = [...table.querySelectorAll('col')].map(widthOf);
    const available = widthOf(table.parentElement);
    return [...table.querySelectorAll('tr[data-index]')].filter((row) => {
      const cells = [...row.children].map(widthOf);
      const used = cells.reduce((sum, cell) => sum + cell, 0);
      return used < available - 1 || cells.some((cell, i) => Math.abs(cell - (columns[i] ?? 0)) > 1);
    }).length;
  });
