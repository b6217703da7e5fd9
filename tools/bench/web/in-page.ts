/// <reference lib="dom" />
/** What runs inside the measured page: each is sent there as text, so that it uses nothing from outside itself. */

/** A task of more than 50 ms that the page is told of (Long Tasks API, W3C), and what it was made of. */
export interface ToldTask {
  start: number;
  duration: number;
  by: string;
}

/** What a page has seen of itself since its beginning. */
export interface Seen {
  longTasks: ToldTask[];
  /** Largest contentful paint, ms since the navigation. */
  largest: number;
  /** Layout shift, summed up. */
  shift: number;
  /** Ms from the changes to the frames that showed them. */
  late: number[];
}

declare global {
  interface Window {
    seen: Seen;
  }
}

interface Frame extends PerformanceEntry {
  styleAndLayoutStart: number;
  scripts: { invoker: string; sourceFunctionName: string; duration: number }[];
}

/** Watches long tasks, the largest paint and shifts of the layout from the page's first moment on. */
export function watch(): void {
  const seen: Seen = { longTasks: [], largest: 0, shift: 0, late: [] };
  window.seen = seen;
  const on = <Entry extends PerformanceEntry>(type: string, take: (entry: Entry) => void): void =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as Entry);
    }).observe({ type, buffered: true });
  on('longtask', ({ startTime: start, duration }) => seen.longTasks.push({ start, duration, by: '' }));
  // A frame comes after the tasks it holds, and says what they did.
  on<Frame>('long-animation-frame', ({ startTime, duration, scripts, styleAndLayoutStart }) => {
    const end = startTime + duration;
    const parts = scripts
      .filter((script) => script.duration >= 5)
      .map((script) => `${script.invoker} ${script.sourceFunctionName} ${Math.round(script.duration)} ms`);
    if (styleAndLayoutStart > 0) parts.push(`style and layout ${Math.round(end - styleAndLayoutStart)} ms`);
    for (const task of seen.longTasks)
      if (task.by === '' && task.start < end && task.start + task.duration > startTime)
        task.by = parts.join(', ');
  });
  on('largest-contentful-paint', ({ startTime }) => {
    seen.largest = startTime;
  });
  on<PerformanceEntry & { value: number; hadRecentInput: boolean }>('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.shift += entry.value;
  });
}

/** From now on notes how late each change is on the screen that carries the time of its making, as `bench <epoch ms>`. */
export function watchChanges(): void {
  new MutationObserver((records) => {
    for (const { target } of records) {
      const made = /^bench (\d+)/.exec(target.textContent ?? '')?.[1];
      if (made) requestAnimationFrame(() => window.seen.late.push(Date.now() - Number(made)));
    }
  }).observe(document.body, { characterData: true, subtree: true });
}

/** Where the reader is in a list: the row with the focus, the first row in sight with its offset, what is selected. */
export interface Place {
  focused: string | null;
  first: string | null;
  offset: number;
  selected: string;
  summary: string;
  shown: number[];
}

export function placeInList(): Place {
  const rows = [...document.querySelectorAll<HTMLElement>('tr[data-key]')];
  const head = document.querySelector('thead')?.getBoundingClientRect().bottom ?? 0;
  const inSight = rows.filter((row) => {
    const { bottom, top } = row.getBoundingClientRect();
    return bottom > head && top < window.innerHeight;
  });
  const first = inSight[0];
  return {
    focused: document.activeElement?.closest<HTMLElement>('tr[data-key]')?.dataset['key'] ?? null,
    first: first?.dataset['key'] ?? null,
    offset: Math.round(first?.getBoundingClientRect().top ?? 0),
    selected: rows
      .filter((row) => row.getAttribute('aria-selected') === 'true')
      .map((row) => row.dataset['key'])
      .join(),
    summary: document.querySelector('[role="toolbar"] [role="status"]')?.textContent ?? '',
    shown: inSight.map((row) => Number(row.dataset['key'])),
  };
}

/** The index of the row at the lower edge of a list, drawn or not, by one that is; -1 where there is none. */
export function lastRow(): number {
  const row = document.querySelector<HTMLElement>('tr[data-index]');
  const edge = row?.closest('table')?.parentElement?.getBoundingClientRect().bottom;
  if (!row || edge === undefined) return -1;
  const { top, height } = row.getBoundingClientRect();
  return Number(row.dataset['index']) + Math.ceil((edge - top) / height) - 1;
}
