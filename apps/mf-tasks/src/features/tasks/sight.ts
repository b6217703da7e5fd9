/** A page of a long list, as far as it matters when it is to be read again. */
interface Read {
  rows: readonly unknown[];
  /** When it was read, epoch ms. */
  readAt: number;
}

/** So many pages are simply read again, all of them. */
const few = 3;
/** Where a reader stops, what is older than this is read again. */
const old = 10_000;
const stopped = 700;

/**
 * Where in a long list its reader is. When a list of hundreds of pages is read again, that is done for its first page,
 * where new rows come, and for those in sight; the others follow when somebody looks at them.
 */
export class Sight {
  private first = 0;
  private last = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** The reader sees these rows now; `reread` is called when they stay where something is old. */
  look(first: number, last: number, pages: readonly Read[], reread: () => void): void {
    this.first = first;
    this.last = last;
    clearTimeout(this.timer);
    if (pages.length <= few) return;
    this.timer = setTimeout(() => {
      const isOld = ({ readAt }: Read) => Date.now() - readAt > old;
      if (pages.some((page, at) => isOld(page) && this.wants(pages, at))) reread();
    }, stopped);
  }

  /** Whether the page at this place is to be read again now. */
  wants(pages: readonly Read[], at: number): boolean {
    if (pages.length <= few || at === 0) return true;
    const begins = pages.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0);
    return begins <= this.last && begins + (pages[at]?.rows.length ?? 0) > this.first;
  }

  /** Nobody looks any more. */
  leave(): void {
    clearTimeout(this.timer);
  }
}
