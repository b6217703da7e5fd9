import type { INestApplication } from '@nestjs/common';
import { ApiProperty, DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { rehearsalUse } from '../access/rehearsal-routes';
import { errorStatus } from '../errors/api-error';
import { type ErrorReason, errorReasons } from '../errors/error-reasons';
import { type FieldErrorCode, fieldErrorCodes } from '../errors/field-error-codes';
import { errorResponse, errorResponses, type ErrorStatus, errorStatusesOf } from './openapi/error-responses';
import { addExamples } from './openapi/examples';
import { type Operation, operationsOf } from './openapi/operations';

type Node = Record<string, unknown>;

/** Bounds that apply to a field as input only. */
const BOUNDS = ['maxLength', 'minLength', 'maxItems', 'minItems', 'maximum', 'pattern'];

/** Removes input bounds from schemas used only in responses: stored values may exceed what is accepted now. */
function removeInputBounds(document: OpenAPIObject): void {
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

class FieldErrorBody {
  @ApiProperty({ type: String }) field: string;
  @ApiProperty({ type: String }) message: string;
  @ApiProperty({ type: String, enum: fieldErrorCodes }) code: FieldErrorCode;
  @ApiProperty({ type: 'object', additionalProperties: true, selfRequired: true }) params: Record<
    string,
    unknown
  >;
}

/** The error body of every response that isn't 2xx. */
class ErrorBody {
  @ApiProperty({ type: String, description: 'The message again, for clients that read `error`' })
  error: string;
  @ApiProperty({ type: String }) message: string;
  @ApiProperty({ type: String, enum: Object.keys(errorStatus) }) code: string;
  @ApiProperty({ type: String, enum: errorReasons, required: false }) reason?: ErrorReason;
  @ApiProperty({ type: [FieldErrorBody], required: false }) details?: FieldErrorBody[];
  @ApiProperty({ type: 'object', additionalProperties: true, selfRequired: false }) context?: Record<
    string,
    unknown
  >;
  @ApiProperty({ type: String }) request_id: string;
}

/** The OpenAPI document, from the decorators of routes and fields; operation ids are like `tasks_list`. */
export function createDocument(app: INestApplication): OpenAPIObject {
  const settings = new DocumentBuilder()
    .setTitle('Tessera')
    .setDescription('Console for teams that buy event tickets by automated work')
    .setVersion('1')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        description:
          'An access token (JWT); or, where the operation allows it, a service token, of several realms with the header Tessera-Realm',
      },
      'session',
    )
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A worker token' }, 'worker')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A refresh token' }, 'refresh')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: "A module publisher's token" }, 'publisher')
    .build();
  const document = SwaggerModule.createDocument(app, settings, {
    extraModels: [ErrorBody],
    operationIdFactory: (controller, method) =>
      `${snakeCase(controller.replace(/Controller$/, ''))}_${snakeCase(method)}`,
  });
  for (const { path, method, operation } of operationsOf(document)) {
    operation.tags = [path.split('/')[2] ?? ''];
    operation['x-rehearsal'] = rehearsalUse(method, path);
    addIdempotencyKey(path, method, operation);
    addErrorResponses(path, method, operation);
    boundIds(operation);
    if (method === 'get') addCsv(operation);
  }
  // By name, so that a controller or type that moves leaves the document as it is.
  document.paths = byName(document.paths);
  document.components = {
    ...document.components,
    schemas: byName(document.components?.schemas ?? {}),
    responses: errorResponses(),
  };
  removeInputBounds(document);
  addExamples(document);
  return document;
}

const byName = <T>(entries: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));

const snakeCase = (name: string) => name.replace(/(?<=[a-z0-9])([A-Z])/g, '_$1').toLowerCase();

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description: 'Kept 24 h: the same key and body replays the first answer (not where a secret is shown once)',
  schema: { type: 'string' as const },
};

/** Callers whose requests take no key. */
const withoutKey = /^(public|worker|publisher(:.*)?)$/;

/** Every POST of a person's takes a key, but those that show a secret once. */
function addIdempotencyKey(path: string, method: string, operation: Operation): void {
  const permission = operation['x-permission'];
  const keyed = !path.startsWith('/api/auth/') && !operation['x-ignores-idempotency-key'];
  if (method === 'post' && keyed && !withoutKey.test(permission ?? '')) {
    operation.parameters = [...(operation.parameters ?? []), idempotencyKey];
  }
}

/** Every list responds with CSV too. */
function addCsv(operation: Operation): void {
  const response = operation.responses['200'];
  if (!response || !('content' in response) || !response.content) return;
  const schema = response.content['application/json']?.schema;
  if (schema && 'type' in schema && schema.type === 'array')
    response.content['text/csv'] = { schema: { type: 'string' } };
}

/** The rejections that go with its kind, and those that the operation declares itself (`ErrorResponses`). */
function addErrorResponses(path: string, method: string, operation: Operation): void {
  const declared = Object.keys(operation.responses).map(Number);
  const statuses = [
    ...errorStatusesOf(path, method, operation),
    ...declared.filter((status) => status >= 400),
  ];
  for (const status of statuses) operation.responses[String(status)] = errorResponse(status as ErrorStatus);
}

/** Ids in the path are positive integers. */
function boundIds(operation: Operation): void {
  for (const parameter of operation.parameters ?? []) {
    const { schema } = 'in' in parameter && parameter.in === 'path' ? parameter : {};
    if (!schema || !('type' in schema) || schema.type !== 'number') continue;
    schema.type = 'integer';
    schema.minimum = 1;
  }
}
