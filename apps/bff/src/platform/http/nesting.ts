import { invalid, type Problem } from '../errors/problem';

/** How deep a body may nest: no form of ours comes near it, and nothing that walks a body runs out of stack. */
const MAX_DEPTH = 32;

/** 400 VALIDATION for a body that nests deeper than any that is asked for, else null. */
export const nestingError = (body: unknown): Problem | null =>
  isDeeper(body, MAX_DEPTH)
    ? invalid([{ field: 'body', message: `The body must not nest deeper than ${MAX_DEPTH} levels` }])
    : null;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));
