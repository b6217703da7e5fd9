import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations';

type Node = Record<string, unknown>;

/** Bounds that apply to a field as input only. */
const BOUNDS = ['maxLength', 'minLength', 'maxItems', 'minItems', 'maximum', 'pattern'];

/** Removes input bounds from schemas used only in responses: stored values may exceed what is accepted now. */
export function removeInputBounds(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Node>;
  const taken = new Set<string>();
  const take = (value: unknown): void => {
    for (const name of namesIn(value)) {
      if (taken.has(name)) continue;
      taken.add(name);
      take(schemas[name]);
    }
  };
  for (const { operation } of operationsOf(document)) take([operation.requestBody, operation.parameters]);
  for (const [name, schema] of Object.entries(schemas)) if (!taken.has(name)) removeBounds(schema);
}

/** The schemas that a part of the document refers to. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner.split('/').at(-1) ?? ''] : namesIn(inner),
  );
}

function removeBounds(schema: Node): void {
  for (const property of Object.values((schema.properties ?? {}) as Record<string, Node>))
    for (const part of [property, property.items as Node | undefined])
      for (const bound of BOUNDS) if (part) Reflect.deleteProperty(part, bound);
}
