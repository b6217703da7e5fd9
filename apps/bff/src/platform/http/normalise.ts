import { type FieldInfo, fieldsOf } from './field-registry';

type Dto = { prototype: object };

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** For each DTO its fields, with the camelCase name of those that have one of their own. */
const aliased = new WeakMap<Dto, readonly (FieldInfo & { name: string; alias: string | null })[]>();

function aliasesOf(dto: Dto) {
  const known = aliased.get(dto);
  if (known) return known;
  const made = [...fieldsOf(dto)].map(([name, info]) => {
    const alias = camelCase(name);
    return { ...info, name, alias: alias === name ? null : alias };
  });
  aliased.set(dto, made);
  return made;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A body with its documented fields' camelCase names turned to their wire names (contract section 1), and text
 * trimmed. Keys of data, and unknown ones, stay as they are.
 */
export function normaliseBody(dto: Dto, body: unknown): unknown {
  if (Array.isArray(body)) return body.map((entry) => normaliseBody(dto, entry));
  if (!isRecord(body)) return body;
  const result = { ...body };
  for (const { name, alias, kind, items } of aliasesOf(dto)) {
    if (alias !== null && alias in result && !(name in result)) {
      result[name] = result[alias];
      delete result[alias];
    }
    const value = result[name];
    if (value === undefined) delete result[name];
    else if (items) result[name] = normaliseBody(items, value);
    else if (kind === 'text' && typeof value === 'string') result[name] = value.trim();
  }
  return result;
}

/** A query string's texts read as their fields' kinds; what doesn't fit stays text, for the checks to refuse. */
export function readQuery(dto: Dto, query: unknown): unknown {
  if (!isRecord(query)) return query;
  const result = { ...query };
  for (const [name, { kind }] of fieldsOf(dto)) {
    const value = result[name];
    if (typeof value === 'string') result[name] = readText(kind, value);
  }
  return result;
}

function readText(kind: string, text: string): unknown {
  if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (kind === 'boolean')
    return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text;
  if (kind === 'ids')
    return text === '' ? [] : text.split(',').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return text;
}
