/** The scroll container of the list's table. */
export function scrollContainerOf(table: HTMLElement): HTMLElement {
  if (!table.parentElement) throw new Error('The table has no scroll container');
  return table.parentElement;
}

/** Whether a skeleton is shown. */
export const hasSkeleton = (container: HTMLElement): boolean =>
  container.querySelector('.MuiSkeleton-root') !== null;

/** Whether the element has the focus. */
export const hasFocus = (element: HTMLElement): boolean => document.activeElement === element;
