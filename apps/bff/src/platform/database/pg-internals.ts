import type { Socket } from 'node:net';
import type { PoolClient, Query } from 'pg';

/**
 * What is used of pg beyond its public API, in one place; `internals.spec.ts` fails when an update of pg changes it.
 * Public is a pipeline for a connection's whole life (`pipeline` of its options) and a query that keeps all of its rows.
 */
type ClientInside = PoolClient & { pipeline: boolean; connection: { stream: Socket } };
type QueryInside = { callback: (error: Error | null) => void; _accumulateRows: boolean };

/** Whether a connection sends statements without waiting for answers; it may change between two transactions. */
export function setPipeline(client: PoolClient, on: boolean): void {
  (client as ClientInside).pipeline = on;
}

/** The socket beneath a connection. */
export const socketOf = (client: PoolClient): Socket => (client as ClientInside).connection.stream;

/** Has a query call back at its end: under a time limit pg gives it a callback, and then it emits no event of its failure. */
export function onQueryEnd(query: Query<never>, callback: QueryInside['callback']): void {
  (query as unknown as QueryInside).callback = callback;
}

/** Keeps pg from collecting the rows of a query that has a callback. To be called at each row. */
export function dropRows(query: Query<never>): void {
  (query as unknown as QueryInside)._accumulateRows = false;
}
