import type { FieldErrors } from '../errors/field-errors';
import { type FieldInfo, fieldsOf } from './field-registry';
import { normalizeJson, normalizeText } from './text';

type DtoClass<T extends object = object> = abstract new (...args: never[]) => T;
type Entries = Record<string, unknown>;
type Named = FieldInfo & { name: string };

/** For each DTO its fields by the names that a body may use: the wire's, and camelCase. */
const accepted = new WeakMap<DtoClass, ReadonlyMap<string, Named>>();

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The names that a body may use for a field of the wire. */
export const bodyNames = (field: string): string[] => [...new Set([field, camelCase(field)])];

function acceptedBy(dto: DtoClass): ReadonlyMap<string, Named> {
  const known = accepted.get(dto);
  if (known) return known;
  const fields = [...fieldsOf(dto)].map(([name, info]) => ({ ...info, name }));
  const made = new Map([
    ...fields.map((field) => [camelCase(field.name), field] as const),
    ...fields.map((field) => [field.name, field] as const),
  ]);
  accepted.set(dto, made);
  return made;
}

/** The wire name of a field that a body may call so; undefined where there is none. */
export const wireName = (dto: DtoClass, name: string): string | undefined => acceptedBy(dto).get(name)?.name;

export const isRecord = (value: unknown): value is Entries =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A body's documented fields as an instance of its DTO, text normalized; those it does not document are errors. The rest
 * is left to the DTO's checks. Keys of free data stay as they are. The work grows with the body alone: lists that are
 * longer than their field takes aren't read.
 */
export function parseInput<T extends object>(
  dto: DtoClass<T>,
  body: Entries,
  errors: FieldErrors,
  path = '',
): T {
  const fields = acceptedBy(dto);
  const instance = new (dto as new () => T)();
  for (const key of Object.keys(body)) {
    const field = fields.get(key);
    const value = body[key];
    const repeated = field && field.name !== key && Object.hasOwn(body, field.name);
    if (!field || repeated)
      errors.add(path + key, () => `${path}${key} is not a field that can be sent`, {
        code: 'UNKNOWN_FIELD',
      });
    else if (value !== undefined)
      (instance as Entries)[field.name] = readValue(field, value, errors, path + field.name);
  }
  return instance;
}

function readValue(
  { kind, items, max, read = normalizeText, nullable }: FieldInfo,
  value: unknown,
  errors: FieldErrors,
  at: string,
): unknown {
  if (kind === 'text') {
    const text = typeof value === 'string' ? read(value) : value;
    return text === '' && nullable ? null : text;
  }
  if (!items) return kind === 'json' ? normalizeJson(value) : value;
  if (max === undefined) return isRecord(value) ? parseInput(items, value, errors, `${at}.`) : value;
  if (!Array.isArray(value) || value.length > max) return value;
  return value.map((entry: unknown, index) =>
    isRecord(entry) ? parseInput(items, entry, errors, `${at}.${index}.`) : entry,
  );
}

/** A query string's texts read as their fields' kinds; what doesn't fit stays text, for the checks to reject. */
export function coerceQuery(dto: DtoClass, query: unknown): Entries {
  const result: Entries = { ...(query as Entries) };
  for (const [name, { kind }] of fieldsOf(dto)) {
    const value = result[name];
    if (typeof value === 'string') result[name] = coerceText(kind, value);
  }
  return result;
}

function coerceText(kind: string, text: string): unknown {
  if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (kind === 'boolean')
    return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text;
  if (kind === 'ids')
    return text === '' ? [] : text.split(',').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return text;
}
