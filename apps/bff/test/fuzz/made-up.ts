import type { Caller } from './world';

/** A request as it is made up: ids are still names of things in the world. */
export type Request = {
  operation: string;
  method: string;
  path: string;
  caller: Caller;
  /** By the names in the path. */
  params: Record<string, unknown>;
  query: [string, unknown][];
  headers: Record<string, string>;
  /** Sent as JSON unless `text` is there. */
  body?: unknown;
  text?: string | Buffer;
  /** What is wrong with it; of a sound one nothing. */
  broken: string[];
};
