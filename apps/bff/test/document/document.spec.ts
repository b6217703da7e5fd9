import { type Operation, operationsOf, responseOf } from '../../src/platform/http/openapi/operations';
import { fault } from './check-answer';
import { committedDocument } from './committed';

type Media = { schema?: object; example?: unknown; examples?: Record<string, { $ref: string }> };
type Place = readonly string[];

const document = committedDocument();
const operations = operationsOf(document).map((found) => ({
  ...found,
  name: `${found.method.toUpperCase()} ${found.path}`,
}));

/** Runs a check on every operation; answers what it says of those that fail it. */
const wrongOnes = (check: (found: (typeof operations)[number]) => string[]) =>
  operations.flatMap((found) => check(found).map((message) => `${found.name}: ${message}`));

const has = (operation: Operation, where: string, name?: string) =>
  (operation.parameters ?? []).some(
    (parameter) => 'in' in parameter && parameter.in === where && (!name || parameter.name === name),
  );

/** The statuses that a call may be rejected with, by what it is. */
function errorStatusesOf({ method, path, operation }: (typeof operations)[number]): string[] {
  const permission = operation['x-permission'] ?? '';
  const writes = method !== 'get';
  return Object.entries({
    400: writes || has(operation, 'query'),
    401: permission !== 'public',
    403: permission.includes(':'),
    404: path.includes('{'),
    409: writes,
    412: has(operation, 'header', 'If-Match'),
    413: writes,
    415: writes,
    422: has(operation, 'header', 'Idempotency-Key'),
    429: true,
    503: true,
  }).flatMap(([status, may]) => (may ? [status] : []));
}

/** Every body and answer of an operation that has content, with its place in the document. */
function contentsOf({ path, method, operation }: (typeof operations)[number]): [Place, Media][] {
  const at = ['paths', path, method];
  const body = operation.requestBody;
  const contents: [Place, Record<string, Media>][] = [
    ...(body && 'content' in body
      ? [[[...at, 'requestBody', 'content'], body.content] as [Place, Record<string, Media>]]
      : []),
    ...Object.entries(operation.responses).flatMap(([status, response]) =>
      response && 'content' in response && response.content
        ? [[[...at, 'responses', status, 'content'], response.content] as [Place, Record<string, Media>]]
        : [],
    ),
  ];
  return contents.flatMap(([place, content]) =>
    Object.entries(content).map(([type, media]): [Place, Media] => [[...place, type], media]),
  );
}

/** The examples of a content, their references followed. */
const examplesOf = ({ example, examples = {} }: Media): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples).map(({ $ref }) => {
    const found = document.components?.examples?.[$ref.split('/').at(-1) ?? ''];
    return found && 'value' in found ? (found.value as unknown) : undefined;
  }),
];

it('has a summary and a permission for every operation', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(operations.length);
  const wrong = wrongOnes(({ operation }) => [
    ...(operation.summary ? [] : ['no summary']),
    ...(/^(public|session|worker|publisher(:publish|:release)?|(read|write):own|admin:all)$/.test(
      operation['x-permission'] ?? '',
    )
      ? []
      : ['no permission']),
  ]);
  expect(wrong).toEqual([]);
});

it('has a success response with a schema, or an empty one, for every operation', () => {
  const wrong = wrongOnes(({ operation }) => {
    const done = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
    const right = done.filter(
      ([status, response]) =>
        (['202', '204'].includes(status) && !(response && 'content' in response)) ||
        Object.values((response && 'content' in response && response.content) || {}).some(
          ({ schema }) => schema,
        ),
    );
    return done.length > 0 && right.length === done.length ? [] : ['no answer when all is well'];
  });
  expect(wrong).toEqual([]);
});

it('has every error response of an operation, with the error body', () => {
  const wrong = wrongOnes((found) => [
    ...errorStatusesOf(found)
      .filter((status) => !found.operation.responses[status])
      .map((status) => `no ${status}`),
    ...Object.keys(found.operation.responses)
      .filter((status) => status.startsWith('4') || status.startsWith('5'))
      .filter((status) => {
        const media = responseOf(document, found.operation, status)?.content?.['application/json'];
        return JSON.stringify(media?.schema) !== '{"$ref":"#/components/schemas/ErrorBody"}';
      })
      .map((status) => `${status} without the error body`),
  ]);
  expect(wrong).toEqual([]);
});

it('has an example for every body and response that matches its schema', () => {
  let checked = 0;
  const wrong = wrongOnes((found) =>
    contentsOf(found).flatMap(([place, media]) => {
      const examples = examplesOf(media);
      checked += examples.length;
      if (examples.length === 0) return [`no example at ${place.slice(3).join(' ')}`];
      return examples.flatMap((example) => {
        const found = fault([...place, 'schema'], example);
        return found ? [`the example at ${place.slice(3).join(' ')}: ${found}`] : [];
      });
    }),
  );
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(200);
});

it('has an example for every error response that matches the error body', () => {
  for (const [name, response] of Object.entries(document.components?.responses ?? {})) {
    const media = 'content' in response ? response.content?.['application/json'] : undefined;
    const [example] = examplesOf((media ?? {}) as Media);
    expect({ name, fault: fault(['components', 'schemas', 'ErrorBody'], example) }).toEqual({
      name,
      fault: null,
    });
  }
});
