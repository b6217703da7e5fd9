import type { FastifyRequest } from 'fastify';
import type { BoxOffice } from '../box-office.ts';
import type { Account } from '../catalogue.ts';
import { parseRehearsal } from '../rehearsals/rehearsal-event.ts';
import { invalidField, SandboxError } from '../sandbox-error.ts';

export type Body = Record<string, unknown>;

/** Returns the request body as an object. */
export function readBody(request: FastifyRequest): Body {
  const { body } = request;
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body;
  throw invalidField('body', 'The body must be a JSON object');
}

/** Reads a text field of 1 to `max` characters. */
export function readText(body: Body, field: string, max = 200): string {
  const value = body[field];
  if (typeof value === 'string' && value.trim() !== '' && value.length <= max) return value.trim();
  throw invalidField(field, `${field} must be text of 1 to ${max} characters`);
}

/** Reads a list of strings; returns null (any) if it is missing, null or empty. */
export function readTextList(body: Body, field: string): string[] | null {
  const value = body[field] ?? [];
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (!isList) throw invalidField(field, `${field} must be a list of strings`);
  return value.length === 0 ? null : value;
}

/** Reads a whole number from `min` to `max`. */
export function readInteger(body: Body, field: string, min: number, max: number): number {
  const value = body[field];
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw invalidField(field, `${field} must be a whole number from ${min} to ${max}`);
}

/** Returns the account of the bearer token. Throws SIGN_IN. */
export function authenticate(request: FastifyRequest, office: BoxOffice): Account {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
  const account = office.findAccount(token);
  if (!account) throw new SandboxError('SIGN_IN', 'Sign in first');
  return account;
}

/** The number of a task's try in a rehearsal, from 0; null in a request that is of no rehearsal. */
export function rehearsalAttempt(request: FastifyRequest): number | null {
  const attempt = request.headers['x-rehearsal-attempt'];
  return typeof attempt === 'string' && /^\d{1,4}$/.test(attempt) ? Number(attempt) : null;
}

export const isRehearsal = (guid: string): boolean => parseRehearsal(guid) !== undefined;

/** Formats an instant for the API. */
export const toIsoString = (epochMs: number): string => new Date(epochMs).toISOString();
