/** The part of a page that decides on its refetch. */
interface LoadedPage {
  rows: readonly unknown[];
  /** When it was fetched, epoch milliseconds. */
  readAt: number;
}

/** A list of at most this many pages is refetched as a whole. */
const SMALL_LIST = 3;
/** Pages older than this, in ms, are refetched once the user stops scrolling there. */
const STALE_AFTER = 10_000;
/** Milliseconds without scrolling after which the user has stopped. */
const SETTLE_TIME = 700;

/**
 * The pages in the viewport of a long list. A refetch of a list with hundreds of pages fetches only its first page, where
 * new rows appear, and the visible ones; the others are refetched when they become visible.
 */
export class VisiblePages {
  private first = 0;
  private last = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Sets the visible rows; calls `refetch` when one of their pages is stale and they stay visible. */
  setRange(first: number, last: number, pages: readonly LoadedPage[], refetch: () => void): void {
    this.first = first;
    this.last = last;
    clearTimeout(this.timer);
    if (pages.length <= SMALL_LIST) return;
    this.timer = setTimeout(() => {
      const isStale = ({ readAt }: LoadedPage) => Date.now() - readAt > STALE_AFTER;
      if (pages.some((page, index) => isStale(page) && this.includes(pages, index))) refetch();
    }, SETTLE_TIME);
  }

  /** Whether a refetch fetches the page at this index. */
  includes(pages: readonly LoadedPage[], index: number): boolean {
    if (pages.length <= SMALL_LIST || index === 0) return true;
    const firstRow = pages.slice(0, index).reduce((sum, { rows }) => sum + rows.length, 0);
    return firstRow <= this.last && firstRow + (pages[index]?.rows.length ?? 0) > this.first;
  }

  /** Cancels a pending refetch. */
  dispose(): void {
    clearTimeout(this.timer);
  }
}
