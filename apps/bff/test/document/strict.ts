type Json = unknown;
type Node = Record<string, Json>;

/** Keywords whose value is data, not a schema. */
const data = new Set(['enum', 'example', 'examples', 'default', 'required', 'const']);

const isNode = (value: Json): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A part of an OpenAPI 3.0 document as JSON Schema takes it, and strict: what lists properties has no others, and
 * `nullable` adds null but not to an `enum` that leaves it out.
 */
export function strict(value: Json): Json {
  if (Array.isArray(value)) return value.map(strict);
  if (!isNode(value)) return value;
  const { nullable, ...rest } = value;
  const schema: Node = Object.fromEntries(
    Object.entries(rest).map(([key, inner]) => [key, inStrict(key, inner)]),
  );
  if (isNode(rest.properties)) schema.additionalProperties ??= false;
  if (nullable !== true) return nullable === undefined ? schema : { ...schema, nullable: strict(nullable) };
  return schema.enum ? { ...schema, type: [schema.type, 'null'] } : { anyOf: [schema, { type: 'null' }] };
}

function inStrict(key: string, value: Json): Json {
  if (data.has(key)) return value;
  // The keys of `properties` are names, not keywords.
  if (key === 'properties' && isNode(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, strict(inner)]));
  return strict(value);
}
