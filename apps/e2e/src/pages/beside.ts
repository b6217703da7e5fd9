import type { Page } from 'playwright-core';

/** How many rows of a list have cells that aren't as wide as their columns, or leave room of the list's own to nobody. */
export const rowsAskew = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const width = (element: Element) => element.getBoundingClientRect().width;
    const table = document.querySelector('table');
    if (!table?.parentElement) throw new Error('The page has no list');
    const columns = [...table.querySelectorAll('col')].map(width);
    const room = width(table.parentElement);
    return [...table.querySelectorAll('tr[data-index]')].filter((row) => {
      const cells = [...row.children].map(width);
      const all = cells.reduce((sum, cell) => sum + cell, 0);
      return all < room - 1 || cells.some((cell, at) => Math.abs(cell - (columns[at] ?? 0)) > 1);
    }).length;
  });
