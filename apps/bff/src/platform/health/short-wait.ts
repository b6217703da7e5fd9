import { setTimeout as delay } from 'node:timers/promises';

/** Prometheus gives up on a scrape that takes long, and then has no metric at all of a server whose database is slow. */
const WAIT_MS = 500;

/**
 * Returns a function that runs `read`, one at a time, and waits for it shortly: when it takes longer, a scrape shows what was
 * read before. The first time it waits until there is something to show.
 */
export function waitShortly(read: () => Promise<void>): () => Promise<void> {
  let reading: Promise<void> | null = null;
  let isFirst = true;
  return () => {
    reading ??= read().finally(() => {
      reading = null;
      isFirst = false;
    });
    return isFirst ? reading : Promise.race([reading, delay(WAIT_MS, undefined, { ref: false })]);
  };
}
