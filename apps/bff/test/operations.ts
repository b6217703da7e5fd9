import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from '../src/platform/http/openapi/operations';
import type { TestApp } from './app';
import { admin, workerToken } from './factories';
import { makePublisher } from './publishers';

/** The part of a schema that the tests use. */
export type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
};

/** An operation with a JSON object as its body; `name` is e.g. `POST /tasks`. */
export type Writing = {
  name: string;
  method: string;
  path: string;
  permission: string;
  body: Schema;
  properties: Record<string, Schema>;
};

export type Document = OpenAPIObject;

export const readDocument = async (app: TestApp): Promise<Document> =>
  (await app.http<Document>('GET', '/api/openapi.json')).body;

/** A schema with its reference resolved, and the first of several alternatives. */
export function resolve(document: Document, schema: Schema): Schema {
  if (schema.$ref) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    return resolve(document, (document.components?.schemas?.[name] ?? {}) as Schema);
  }
  const [first] = schema.oneOf ?? schema.allOf ?? [];
  return first ? resolve(document, first) : schema;
}

/** Every operation with a JSON body, and its fields. */
export function writings(document: Document): Writing[] {
  return operationsOf(document).flatMap(({ path, method, operation }) => {
    const content =
      operation.requestBody && 'content' in operation.requestBody && operation.requestBody.content;
    const schema = content ? (content['application/json']?.schema as Schema | undefined) : undefined;
    if (!schema) return [];
    const body = resolve(document, schema);
    return [
      {
        name: `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`,
        method: method.toUpperCase(),
        path,
        permission: operation['x-permission'] ?? '',
        body,
        properties: body.properties ?? {},
      },
    ];
  });
}

/** The path with each parameter filled in: with the uuid where leases are named, else with `id`. */
export const pathWith = (path: string, id: number | string = 1) =>
  path.replace('{leaseId}', '42424242-4242-4242-8242-424242424242').replaceAll(/\{\w+\}/g, String(id));

/** A token for each kind of operation. */
export type Tokens = { admin: string; worker: string; publisher: string };

/** Tokens of an administrator, a worker and a publisher. */
export const makeTokens = async (app: TestApp): Promise<Tokens> => ({
  admin: (await admin(app)).token,
  worker: await workerToken(app),
  publisher: (await makePublisher(app, ['mf-sample'])).token,
});

/** The token that an operation with the permission admits; an administrator's where it needs none. */
export function tokenFor(permission: string, tokens: Tokens): string {
  if (permission.startsWith('publisher')) return tokens.publisher;
  return permission === 'worker' ? tokens.worker : tokens.admin;
}
