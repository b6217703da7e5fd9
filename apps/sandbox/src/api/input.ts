import type { FastifyRequest } from 'fastify';
import type { BoxOffice } from '../box-office.ts';
import type { Account } from '../catalogue.ts';
import { invalid, Problem } from '../problem.ts';

export type Body = Record<string, unknown>;

/** The request's body as an object. */
export function bodyOf(request: FastifyRequest): Body {
  const { body } = request;
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body;
  throw invalid('body', 'The body must be a JSON object');
}

/** A text field of 1 to `max` characters. */
export function text(body: Body, field: string, max = 200): string {
  const value = body[field];
  if (typeof value === 'string' && value.trim() !== '' && value.length <= max) return value.trim();
  throw invalid(field, `${field} must be text of 1 to ${max} characters`);
}

/** A list of texts; missing, null or empty means any (null). */
export function textList(body: Body, field: string): string[] | null {
  const value = body[field] ?? [];
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (!isList) throw invalid(field, `${field} must be a list of texts`);
  return value.length === 0 ? null : (value as string[]);
}

/** A whole number from low to high. */
export function integer(body: Body, field: string, low: number, high: number): number {
  const value = body[field];
  if (typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high) return value;
  throw invalid(field, `${field} must be a whole number from ${low} to ${high}`);
}

/** The account of the bearer. Throws SIGN_IN. */
export function bearer(request: FastifyRequest, office: BoxOffice): Account {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
  const account = office.accountOf(token);
  if (!account) throw new Problem('SIGN_IN', 'Sign in first');
  return account;
}

/** An instant as the API writes it. */
export const iso = (epochMs: number): string => new Date(epochMs).toISOString();
