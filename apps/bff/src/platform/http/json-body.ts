import { type ApiError, invalid } from '../errors/api-error';

/** Maximum nesting of a body: more than any request needs, and too little to overflow the stack of recursive code. */
const MAX_DEPTH = 32;

/** 400 VALIDATION for a body that nests too deep or has a field that would change an object's prototype, else null. */
export function findBodyError(body: unknown): ApiError | null {
  const found = findFault(body, MAX_DEPTH);
  if (found === null) return null;
  return found === TOO_DEEP
    ? invalid([
        { field: 'body', message: `The body must not nest deeper than ${MAX_DEPTH} levels`, code: 'INVALID' },
      ])
    : invalid([{ field: found, message: `${found} is not a field that can be sent`, code: 'UNKNOWN_FIELD' }]);
}

const TOO_DEEP = '';

function findFault(value: unknown, levels: number): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0) return TOO_DEEP;
  if (!Array.isArray(value)) {
    if (Object.hasOwn(value, '__proto__')) return '__proto__';
    if (Object.hasOwn(value, 'constructor') && hasPrototype(value.constructor))
      return 'constructor.prototype';
  }
  for (const inner of Object.values(value)) {
    const found = findFault(inner, levels - 1);
    if (found !== null) return found;
  }
  return null;
}

const hasPrototype = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
