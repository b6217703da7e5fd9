import type { FastifyRequest } from 'fastify';
import { stale } from '../errors/api-error';

/** A row whose `version` counts what people change and see. */
export type Versioned = { version: number };

/** The entity tag of a version, e.g. `"v3"`. */
export const entityTag = (version: number) => `"v${version}"`;

/** A row as it is returned, with the version behind its ETag. */
export type VersionedRow<T> = { version: number; row: T };

/** A tag without the mark of a weak one, and without what a proxy adds when it compresses the response. */
const opaqueTag = (tag: string): string =>
  tag
    .trim()
    .replace(/^W\//, '')
    .replace(/(-|;)(gzip|br|zstd|deflate)"$/, '"');

/**
 * 412 STALE when the request's `If-Match` names another version than the row's. `current` is what `context.current`
 * shows: the row as it is returned, never with secrets.
 */
export function checkIfMatch(ifMatch: string | undefined, row: Versioned, current: unknown): void {
  if (!ifMatch || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',').map(opaqueTag);
  if (!tags.includes(entityTag(row.version))) throw stale(current);
}

/** The request's `If-Match` header. */
export const ifMatchOf = (request: FastifyRequest): string | undefined => request.headers['if-match'];

/** Whether `If-None-Match` names the tag; weak and strong are alike to it (RFC 9110 section 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (!header) return false;
  return header.trim() === '*' || header.split(',').some((each) => opaqueTag(each) === opaqueTag(tag));
}
