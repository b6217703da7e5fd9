import type { OpenAPIObject } from '@nestjs/swagger';
import { toCsv } from '../csv';
import { operationsOf } from './operations';

/** A schema of the document, as far as examples are made of it. */
type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  nullable?: boolean;
  example?: unknown;
};
type Media = { schema?: Schema; examples?: Record<string, { $ref: string }> };
type Content = Record<string, Media>;

/**
 * Gives each body and response of the document its example, composed of those of its schema's fields. They are kept once,
 * in `components.examples`.
 */
export function addExamples(document: OpenAPIObject): void {
  const examples: Record<string, { value: unknown }> = {};
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const refer = (key: string, make: () => unknown) => {
    examples[key] ??= { value: make() };
    return { $ref: `#/components/examples/${key}` };
  };
  const add = (content: Content, name: string): void => {
    const json = content['application/json'];
    if (json?.schema) json.examples = jsonExamples(json.schema, name);
    for (const [type, media] of Object.entries(content)) {
      if (media === json) continue;
      const rows = json?.schema;
      const key = `${rows ? nameOf(rows, name) : name}_${type.replace(/\W/g, '_')}`;
      const make = () => (rows ? asCsv(exampleOf(rows, schemas)) : exampleOf(media.schema ?? {}, schemas));
      media.examples = { one: refer(key, make) };
    }
  };
  const jsonExamples = (schema: Schema, name: string): Media['examples'] => {
    const one = (shape: Schema) => refer(nameOf(shape, name), () => exampleOf(shape, schemas));
    const [first, second] = schema.oneOf ?? [];
    return first && second ? { one: one(first), many: one(second) } : { one: one(schema) };
  };
  for (const { operation } of operationsOf(document)) {
    const body = operation.requestBody;
    if (body && 'content' in body) add(body.content as Content, `${operation.operationId}`);
    for (const response of Object.values(operation.responses))
      if (response && 'content' in response)
        add(response.content as Content, `${operation.operationId}_answer`);
  }
  document.components = { ...document.components, examples };
}

/** The key of an example: its schema's name, so that all operations with the schema share it. */
function nameOf(schema: Schema, fallback: string): string {
  const named = schema.$ref ?? schema.items?.$ref ?? schema.items?.anyOf?.[0]?.$ref;
  if (!named) return fallback;
  return `${named.split('/').at(-1)}${schema.$ref ? '' : '_list'}`;
}

/** A list's example as CSV. */
const asCsv = (rows: unknown): string => {
  const [row = {}] = rows as object[];
  return toCsv(Object.keys(row), [row]);
};

/** The example of a schema: its own, else one of its parts. Optional fields without an example are left out. */
function exampleOf(schema: Schema, schemas: Record<string, Schema>): unknown {
  if (schema.example !== undefined) return schema.example;
  const [first] = schema.allOf ?? schema.oneOf ?? schema.anyOf ?? [];
  if (first) return exampleOf(first, schemas);
  if (schema.$ref) return exampleOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  if (schema.properties) {
    const shown = Object.entries(schema.properties).filter(
      ([name, { example }]) => example !== undefined || schema.required?.includes(name),
    );
    return Object.fromEntries(shown.map(([name, inner]) => [name, exampleOf(inner, schemas)]));
  }
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items, schemas)] : [];
  if (schema.nullable) return null;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0;
  if (schema.type === 'boolean') return false;
  if (schema.type === 'string') return schema.format === 'date-time' ? '2026-11-21T12:00:00.000Z' : 'text';
  return {};
}
