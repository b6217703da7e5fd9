// Elements that have no role: the scroll container, rendered rows and the gaps between them, columns, backdrops.

/** The element in which a table scrolls. */
export function scrollBoxOf(table: HTMLElement): HTMLElement {
  if (!table.parentElement) throw new Error('The table has no scroll container');
  return table.parentElement;
}

export const renderedRows = (table: HTMLElement): HTMLElement[] => [
  ...table.querySelectorAll<HTMLElement>('tr.row'),
];

/** Heights in px of the gaps in place of rows that aren't rendered. */
export const gapHeights = (table: HTMLElement): number[] =>
  [...table.querySelectorAll<HTMLElement>('tr.gap td')].map((cell) => Number.parseFloat(cell.style.height));

/** The `style` attributes of a table's columns. */
export const columnStyles = (table: HTMLElement): (string | null)[] =>
  [...table.querySelectorAll('col')].map((column) => column.getAttribute('style'));

/** The backdrop of an open menu. */
export function backdropOf(menu: HTMLElement): Element {
  const backdrop = menu.closest('.MuiModal-root')?.querySelector('.MuiModal-backdrop');
  if (!backdrop) throw new Error('The menu has no backdrop');
  return backdrop;
}

export const containsFocus = (element: HTMLElement): boolean => element.contains(document.activeElement);
