import { createHash } from 'node:crypto';
import type { QueryArrayConfig, QueryConfig } from 'pg';
import { textValues } from './json-rows';

/** Distinct statements that a connection may keep prepared; further ones are planned at each call. */
const MAX_PREPARED = 300;
const names = new Map<string, string>();

/**
 * Who shares the plan of a prepared statement: a connection plans it once, by the data of the realm that comes first, so those
 * that share it must be alike. `any`: one plan fits all; null: nobody, planned at each call.
 */
export type SharedPlan = string | null;

/** A prepared statement with rows as objects, for texts that recur: every value that varies must be a parameter. */
export const preparedStatement = (text: string, values: unknown[]): QueryConfig => ({
  text,
  values,
  name: nameOf(text, 'any'),
});

/** A statement with rows as arrays of PostgreSQL's text values, which `json-rows.ts` writes as JSON. */
export const textStatement = (
  text: string,
  values: unknown[],
  plan: SharedPlan = 'any',
): QueryArrayConfig => ({
  text,
  values,
  rowMode: 'array',
  types: textValues,
  ...(plan !== null && { name: nameOf(text, plan) }),
});

function nameOf(text: string, plan: string): string | undefined {
  const key = `${plan} ${text}`;
  const known = names.get(key);
  if (known || names.size >= MAX_PREPARED) return known;
  const name = `t_${createHash('sha256').update(key).digest('base64url').slice(0, 22)}`;
  names.set(key, name);
  return name;
}
