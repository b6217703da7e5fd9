import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ErrorBody } from '../errors/error-body';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & {
  'x-permission'?: string;
  'x-ignores-idempotency-key'?: boolean;
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Every operation of the document with its path and method. */
export function operationsOf(
  document: OpenAPIObject,
): { path: string; method: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as Operation | undefined;
      return operation ? [{ path, method, operation }] : [];
    }),
  );
}

/** The OpenAPI document, from the routes' decorators; ids as `tasks_list`, by which `summaries` tells what each does. */
export function createDocument(
  app: INestApplication,
  summaries: Readonly<Record<string, string>>,
): OpenAPIObject {
  const settings = new DocumentBuilder()
    .setTitle('Tessera')
    .setDescription('Console for teams that buy event tickets by automated work')
    .setVersion('1')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'session')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A worker token' }, 'worker')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A refresh token' }, 'refresh')
    .build();
  const document = SwaggerModule.createDocument(app, settings, {
    extraModels: [ErrorBody],
    operationIdFactory: (controller, method) =>
      `${snakeCase(controller.replace(/Controller$/, ''))}_${snakeCase(method)}`,
  });
  for (const { path, method, operation } of operationsOf(document)) {
    operation.tags = [path.split('/')[2] ?? ''];
    operation.summary = summaries[operation.operationId ?? ''];
    addErrors(path, method, operation);
    if (method === 'get') addCsv(operation);
  }
  document.paths = Object.fromEntries(Object.entries(document.paths).sort(([a], [b]) => (a < b ? -1 : 1)));
  return document;
}

const snakeCase = (name: string) => name.replace(/(?<=[a-z0-9])([A-Z])/g, '_$1').toLowerCase();

const meaning: Record<string, string> = {
  400: 'The input is wrong; `details` names the fields',
  401: 'Not signed in',
  403: 'The permission is missing',
  404: 'Not there, or of another realm',
  409: 'It contradicts the present state; `code` and `context` say how',
  412: 'Changed by somebody else meanwhile; `context.current` is the present row',
  422: 'The Idempotency-Key was used with another body',
  429: 'Too many requests; see Retry-After',
  503: 'Not available now; see Retry-After',
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description: 'Kept 24 h: the same key and body replays the first answer (not where a secret is shown once)',
  schema: { type: 'string' as const },
};

/** Every list answers CSV too (contract section 2). */
function addCsv(operation: Operation): void {
  const answer = operation.responses['200'];
  if (!answer || !('content' in answer) || !answer.content) return;
  const schema = answer.content['application/json']?.schema;
  if (schema && 'type' in schema && schema.type === 'array')
    answer.content['text/csv'] = { schema: { type: 'string' } };
}

/** The answers that a kind of operation may give besides its own, all with the error body. */
function addErrors(path: string, method: string, operation: Operation): void {
  const permission = operation['x-permission'];
  const writes = method !== 'get';
  const keyed = !path.startsWith('/api/auth/') && !operation['x-ignores-idempotency-key'];
  if (method === 'post' && keyed && permission !== 'public' && permission !== 'worker') {
    operation.parameters = [...(operation.parameters ?? []), idempotencyKey];
  }
  const statuses = [
    ...(operation.requestBody || operation.parameters?.length ? [400] : []),
    ...(permission === 'public' ? [] : [401]),
    ...(permission?.includes(':') ? [403] : []),
    ...(path.includes('{') ? [404] : []),
    ...(writes ? [409] : []),
    ...(writes && method !== 'post' && path.includes('{') ? [412] : []),
    ...(method === 'post' && permission?.includes(':') ? [422] : []),
    429,
    503,
  ];
  for (const status of statuses) {
    operation.responses[String(status)] ??= {
      description: meaning[status] ?? '',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
    };
  }
  for (const parameter of operation.parameters ?? []) {
    if (
      'in' in parameter &&
      parameter.in === 'path' &&
      parameter.schema &&
      'type' in parameter.schema &&
      parameter.schema.type === 'number'
    ) {
      parameter.schema = { type: 'integer', minimum: 1 };
    }
  }
}
