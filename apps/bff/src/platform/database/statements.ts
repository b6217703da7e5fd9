import { createHash } from 'node:crypto';
import type { QueryArrayConfig, QueryConfig } from 'pg';
import { textValues } from './json-rows';

/** Distinct statements that a connection may keep prepared; further ones are planned at each call. */
const MAX_PREPARED = 300;
const names = new Map<string, string>();

/** A prepared statement with rows as objects, for texts that recur: every value that varies must be a parameter. */
export const preparedStatement = (text: string, values: unknown[]): QueryConfig => ({
  text,
  values,
  name: nameOf(text),
});

/**
 * A statement with rows as arrays of PostgreSQL's text values, which `json-rows.ts` writes as JSON.
 * `isPrepared`: whether the text is likely to recur.
 */
export const textStatement = (text: string, values: unknown[], isPrepared = true): QueryArrayConfig => ({
  text,
  values,
  rowMode: 'array',
  types: textValues,
  ...(isPrepared && { name: nameOf(text) }),
});

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MAX_PREPARED) return known;
  const name = `t_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
  names.set(text, name);
  return name;
}
