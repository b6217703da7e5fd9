import type { Scope } from '../realm-scope/scope';
import type { Tx } from './transactions';

/**
 * Tables whose rows a search finds by indexes: events by the SQL function `find_events`, the others each by `find_<table>`,
 * `find_all_<table>` and `find_own_<table>`.
 */
export type SearchableTable = 'events' | 'tasks' | 'tickets';

/** Most ids that a search names one by one; with more matches the list is read in its order until a page is full. */
const MOST = 10_000;
/** Trigrams need three characters. */
const SHORTEST = 3;

/**
 * The statement that finds the ids of the rows which contain a text, ignoring case: an `int[]`, or null for more than 10,000.
 * Null when the text is too short for the indexes.
 */
export function searchStatement(
  scope: Scope,
  table: SearchableTable,
  text: string | undefined,
): { sql: string; params: unknown[] } | null {
  if (!text || [...text].length < SHORTEST) return null;
  const params = [likePattern(text), MOST];
  if (table === 'events') return { sql: 'SELECT find_events($1, $2) AS ids', params };
  if (scope.kind !== 'all') return { sql: `SELECT find_own_${table}($1, $2) AS ids`, params };
  return scope.hidesRehearsals
    ? { sql: `SELECT find_all_${table}($1, $2) AS ids`, params }
    : { sql: `SELECT find_${table}($1, NULL, $2) AS ids`, params };
}

/** The ids of the rows that a search finds; undefined or null when they are to be read by the text itself. */
export async function findMatches(
  tx: Tx,
  table: SearchableTable,
  text: string | undefined,
): Promise<number[] | null | undefined> {
  const statement = searchStatement(tx.scope, table, text);
  if (!statement) return undefined;
  const [row] = await tx.query<{ ids: number[] | null }>(statement.sql, statement.params);
  return row?.ids;
}

/** The pattern of LIKE for texts that contain `text`. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
