/** Scrolls no farther than it takes to have the item at a place in sight, below the sticky head. */
export function showPlace(box: HTMLElement, place: number, rowHeight: number): void {
  const head = box.querySelector('thead')?.offsetHeight ?? 0;
  const top = place * rowHeight;
  const least = top + rowHeight + head - box.clientHeight;
  if (box.scrollTop > top) box.scrollTop = top;
  else if (box.scrollTop < least) box.scrollTop = least;
}
