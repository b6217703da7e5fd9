import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { scopeKey } from '../query/query-keys';
import type { LiveChange, LiveHandlers } from './live-stream';
import { paced } from './pace';
import { merged, patch, type Row, type Rows } from './patch-rows';

/** Milliseconds until a topic's lists are read again, however many changes arrive meanwhile. */
const pace = { unknownRow: 2_000, knownRow: 10_000, derived: 3_000 };

/**
 * Keeps the cached rows of a topic as the stream says: known rows change with the next frame in every list and detail,
 * all changes since the last drawing at once; whatever a list can't know by itself (a new row's place, a row that now
 * matches, totals) is read again: soon for a row that no list holds, at leisure for one that may no longer match.
 *
 * @param derived queries that are made of other topics' rows, e.g. `{ dashboard: ['tasks', 'jobs'] }`: read again too
 */
export function createCachePatcher(
  client: QueryClient,
  derived: Readonly<Record<string, readonly string[]>> = {},
): LiveHandlers {
  const due = new Map<string, ReturnType<typeof setTimeout>>();
  let waiting = new Map<string, Map<number, LiveChange>>();

  const readAgain = (topic: string, after: number): void => {
    const name = `${topic} ${after}`;
    if (due.has(name)) return;
    const timer = setTimeout(() => {
      due.delete(name);
      void client.invalidateQueries({ queryKey: [scopeKey(), topic] });
    }, after);
    due.set(name, timer);
  };

  const draw = (topic: string, changes: ReadonlyMap<number, LiveChange>): void => {
    const known = new Set<number>();
    for (const [key, data] of client.getQueriesData<Rows>({ queryKey: [scopeKey(), topic, 'list'] })) {
      const next = data && patch(data, changes, (id) => known.add(id));
      if (next !== data) client.setQueryData(key, next);
    }
    for (const { id, change, row } of changes.values()) {
      const one = [scopeKey(), topic, 'one', id];
      if (row) client.setQueryData<Row>(one, (before) => before && { ...before, ...row });
      else if (change === 'delete') client.removeQueries({ queryKey: one });
      const patched = known.has(id) && change === 'update' && row !== undefined;
      readAgain(topic, patched ? pace.knownRow : pace.unknownRow);
    }
    for (const [name, topics] of Object.entries(derived)) {
      if (topics.includes(topic)) readAgain(name, pace.derived);
    }
  };

  const drawSoon = paced(() => {
    const topics = waiting;
    waiting = new Map();
    notifyManager.batch(() => topics.forEach((changes, topic) => draw(topic, changes)));
  });

  return {
    onChange: (change) => {
      const changes = waiting.get(change.topic) ?? new Map<number, LiveChange>();
      waiting.set(change.topic, changes);
      changes.set(change.id, merged(changes.get(change.id), change));
      drawSoon();
    },
    onResync: () => void client.invalidateQueries({ queryKey: [scopeKey()] }),
  };
}
