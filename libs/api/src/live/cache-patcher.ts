import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { keysOf, scopeKey } from '../query/query-keys';
import type { LiveChange, LiveHandlers } from './live-stream';
import { mergeChanges, patch, type Row, type Rows } from './patch-rows';

/** Milliseconds until a topic's lists are refetched; changes that arrive until then share the refetch. */
const refetchDelays = { unknownRow: 2_000, knownRow: 10_000, derived: 3_000 };

/** The topics that a query is computed from, and in how many milliseconds it is refetched after a change of one. */
export type Derived = readonly string[] | { topics: readonly string[]; delay: number };

const isPlain = (derived: Derived): derived is readonly string[] => Array.isArray(derived);

/**
 * Patches a topic's cached lists and details with changes, one for each row.
 *
 * @returns the ids that at least one list contains
 */
function applyChanges(
  client: QueryClient,
  topic: string,
  changes: ReadonlyMap<number, LiveChange>,
): ReadonlySet<number> {
  const known = new Set<number>();
  const keys = keysOf(topic);
  for (const [key, data] of client.getQueriesData<Rows>({ queryKey: keys.lists() })) {
    const next = data && patch(data, changes, (id) => known.add(id));
    if (next !== data) client.setQueryData(key, next);
  }
  for (const { id, change, row } of changes.values()) {
    if (row) client.setQueryData<Row>(keys.one(id), (before) => before && { ...before, ...row });
    else if (change === 'delete') client.removeQueries({ queryKey: keys.one(id) });
  }
  return known;
}

/** Updates a row, as a command returned it, in the topic's cached lists and details. */
export function putRow(client: QueryClient, topic: string, row: Row): void {
  const change: LiveChange = { topic, id: row.id, change: 'update', row: { ...row } };
  notifyManager.batch(() => void applyChanges(client, topic, new Map([[row.id, change]])));
}

/**
 * Applies the live stream's changes to the query cache. Cached rows are patched with the next frame in every list and
 * detail, all pending changes at once. What can't be derived from a row (the position of a new row, rows that match a
 * filter now, totals) is refetched: soon for a row that no list contains, later for one that may no longer match.
 *
 * @param derived queries computed from other topics' rows, e.g. `{ dashboard: ['tasks', 'jobs'] }`: refetched as well,
 * after 3 s or after the given delay
 */
export function createCachePatcher(
  client: QueryClient,
  derived: Readonly<Record<string, Derived>> = {},
): LiveHandlers {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let pending = new Map<string, Map<number, LiveChange>>();

  const scheduleRefetch = (topic: string, delay: number): void => {
    const name = `${topic} ${delay}`;
    if (timers.has(name)) return;
    const timer = setTimeout(() => {
      timers.delete(name);
      const queryKey = keysOf(topic).all();
      // Cancelled by each change, requests that take longer than the delay would never be answered.
      if (client.isFetching({ queryKey }) > 0) scheduleRefetch(topic, delay);
      else void client.invalidateQueries({ queryKey });
    }, delay);
    timers.set(name, timer);
  };

  const flushTopic = (topic: string, changes: ReadonlyMap<number, LiveChange>): void => {
    const known = applyChanges(client, topic, changes);
    for (const { id, change, row } of changes.values()) {
      const isPatched = known.has(id) && change === 'update' && row !== undefined;
      scheduleRefetch(topic, isPatched ? refetchDelays.knownRow : refetchDelays.unknownRow);
    }
    for (const [name, from] of Object.entries(derived)) {
      const { topics, delay } = isPlain(from) ? { topics: from, delay: refetchDelays.derived } : from;
      if (topics.includes(topic)) scheduleRefetch(name, delay);
    }
  };

  const flushSoon = throttleToFrames(() => {
    const topics = pending;
    pending = new Map();
    notifyManager.batch(() => topics.forEach((changes, topic) => flushTopic(topic, changes)));
  });

  return {
    onChange: (change) => {
      const changes = pending.get(change.topic) ?? new Map<number, LiveChange>();
      pending.set(change.topic, changes);
      changes.set(change.id, mergeChanges(changes.get(change.id), change));
      flushSoon();
    },
    onResync: () => void client.invalidateQueries({ queryKey: [scopeKey()] }),
  };
}

/** Milliseconds between updates: looks continuous and leaves time for other work. */
const intervalMs = 100;
/** A hidden tab renders no frames but is updated as well. */
const longestWaitMs = 250;

/** Returns a function that runs `work` with the next frame, at most every 100 ms, however often it is called. */
function throttleToFrames(work: () => void): () => void {
  let last = -Infinity;
  let isScheduled = false;
  const runWithFrame = (): void => {
    const run = (): void => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      isScheduled = false;
      last = performance.now();
      work();
    };
    const frame = requestAnimationFrame(run);
    const timer = setTimeout(run, longestWaitMs);
  };
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    const remaining = last + intervalMs - performance.now();
    if (remaining > 0) setTimeout(runWithFrame, remaining);
    else runWithFrame();
  };
}
