import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Page } from '../query/page';
import { scopeKey } from '../query/query-keys';
import type { LiveChange, LiveHandlers } from './live-stream';

interface Row {
  id: number;
}
type Rows = Row[] | Page<Row> | InfiniteData<Page<Row>>;

/** Milliseconds until a topic's lists are read again, however many changes arrive meanwhile. */
const pace = { unknownRow: 2_000, knownRow: 10_000, derived: 3_000 };

/**
 * Keeps the cached rows of a topic as the stream says: known rows change at once in every list and detail; whatever
 * a list can't know by itself (a new row's place, a row that now matches, totals) is read again: soon
 * for a row that no list holds, at leisure for one that may no longer match.
 *
 * @param derived queries that are made of other topics' rows, e.g. `{ dashboard: ['tasks', 'jobs'] }`: read again too
 */
export function createCachePatcher(
  client: QueryClient,
  derived: Readonly<Record<string, readonly string[]>> = {},
): LiveHandlers {
  const due = new Map<string, ReturnType<typeof setTimeout>>();

  const readAgain = (topic: string, after: number): void => {
    const name = `${topic} ${after}`;
    if (due.has(name)) return;
    const timer = setTimeout(() => {
      due.delete(name);
      void client.invalidateQueries({ queryKey: [scopeKey(), topic] });
    }, after);
    due.set(name, timer);
  };

  return {
    onChange: (change) => {
      const lists = { queryKey: [scopeKey(), change.topic, 'list'] };
      const known = client.getQueriesData<Rows>(lists).some(([, data]) => data && holds(data, change.id));
      client.setQueriesData<Rows>(lists, (data) => data && patch(data, change));
      const one = [scopeKey(), change.topic, 'one', change.id];
      if (change.row) client.setQueryData<Row>(one, (row) => row && { ...row, ...change.row });
      else if (change.change === 'delete') client.removeQueries({ queryKey: one });
      const patched = known && change.change === 'update' && change.row !== undefined;
      readAgain(change.topic, patched ? pace.knownRow : pace.unknownRow);
      for (const [name, topics] of Object.entries(derived)) {
        if (topics.includes(change.topic)) readAgain(name, pace.derived);
      }
    },
    onResync: () => void client.invalidateQueries({ queryKey: [scopeKey()] }),
  };
}

function holds(data: Rows, id: number): boolean {
  if (Array.isArray(data)) return data.some((row) => row.id === id);
  return 'pages' in data ? data.pages.some((page) => holds(page, id)) : holds(data.rows, id);
}

function patch<Data extends Rows>(data: Data, change: LiveChange): Data {
  if (!holds(data, change.id)) return data;
  if (Array.isArray(data)) return patchRows(data, change) as Data;
  if ('pages' in data) return { ...data, pages: data.pages.map((page) => patch(page, change)) };
  return { ...data, rows: patchRows(data.rows, change) };
}

const patchRows = (rows: Row[], { id, change, row }: LiveChange): Row[] =>
  change === 'delete'
    ? rows.filter((known) => known.id !== id)
    : rows.map((known) => (known.id === id ? { ...known, ...row } : known));
