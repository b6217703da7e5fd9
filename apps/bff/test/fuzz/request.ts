import fc, { type Arbitrary } from 'fast-check';
import { type Operation, operationsOf } from '../../src/platform/http/openapi/operations';
import type { Document } from '../operations';
import { breaks } from './breaks';
import { choices } from './choices';
import type { Request } from './made-up';
import { uploadedFile } from './publishing';
import type { Kind } from './rows';
import { type Choice, kindOf, Ref, type Schema, shapes, valid } from './values';
import type { Caller } from './world';

/** The kind of id that `{id}` in a path refers to, by the resource before it. */
const resources: Record<string, Kind> = {
  'carted-tickets': 'hold',
  queueitlinks: 'link',
  'saved-views': 'view',
  'identity-matches': 'match',
  'worker-tokens': 'token',
  'service-tokens': 'serviceToken',
  subscriptions: 'subscription',
  unsubscribe: 'subscription',
  audit: 'audit',
  settings: 'module',
  bulk: 'operation',
  ledger: 'ticket',
};

const resourceKind = (path: string): Kind => {
  const before = path.split('/{id}')[0]?.split('/').at(-1) ?? '';
  return resources[before] ?? (before.replace(/s$/, '') as Kind);
};

/** Who may call: those mostly, and now and then anybody. */
const may: Record<string, readonly Caller[]> = {
  public: ['nobody', 'owner'],
  session: ['owner', 'owner', 'user', 'admin', 'waiting'],
  worker: ['worker'],
  publisher: ['publisher'],
  'publisher:publish': ['publisher'],
  'publisher:release': ['publisher'],
  'read:own': ['owner', 'owner', 'user', 'admin'],
  'write:own': ['owner', 'owner', 'owner', 'admin'],
  'admin:all': ['admin'],
};

/** Requests for every operation of the document: `half` of them sound, the others broken in one or two ways. */
export function requests(document: Document): Arbitrary<Request> {
  const sound = fc.oneof(
    ...operationsOf(document).map(({ path, method, operation }) =>
      soundOf(document, path, method, operation),
    ),
  );
  return fc.oneof(
    sound,
    fc
      .tuple(sound, fc.array(breaks, { minLength: 1, maxLength: 2 }))
      .map(([request, list]) => list.reduce((broken, apply) => apply(broken), request)),
  );
}

type Parameter = { name: string; in: string; required?: boolean; schema: Schema };

function soundOf(document: Document, path: string, method: string, operation: Operation): Arbitrary<Request> {
  const parameters = (operation.parameters ?? []) as Parameter[];
  const content = operation.requestBody && 'content' in operation.requestBody ? operation.requestBody.content : {}; // prettier-ignore
  const json = content['application/json']?.schema as Schema | undefined;
  const csv = content['text/csv'];
  const bytes = content['application/octet-stream'];
  const sound = choices[operation.operationId ?? ''] ?? {};
  const allowed = path === '/api/auth/refresh' ? ['refresh' as const] : (sound.callers ?? may[operation['x-permission'] ?? ''] ?? []); // prettier-ignore
  return fc.record({
    operation: fc.constant(operation.operationId ?? path),
    method: fc.constant(method.toUpperCase()),
    path: fc.constant(path),
    caller: fc.constantFrom(...allowed),
    params: fc.record(
      Object.fromEntries(
        parameters
          .filter((found) => found.in === 'path')
          .map(({ name }) => [
            name,
            sound.params?.[name] ? fc.constant(sound.params[name]) : idIn(path, name),
          ]),
      ) as Record<string, Arbitrary<unknown>>,
    ),
    query: queryOf(document, parameters, sound),
    headers: headersOf(parameters),
    body: json
      ? fc.oneof(...shapes(json).map((schema) => valid(document, schema, '', sound)))
      : fc.constant(undefined),
    text: csv ? csvBody : fc.constant(bytes ? uploadedFile : undefined),
    broken: fc.constant([] as string[]),
  });
}

const idIn = (path: string, name: string): Arbitrary<unknown> => {
  const kind = name === 'id' ? resourceKind(path) : (kindOf(name) ?? 'site');
  return fc.nat(11).map((pick) => new Ref(kind, pick));
};

function queryOf(
  document: Document,
  parameters: readonly Parameter[],
  { omits = [], values = {} }: Choice,
): Arbitrary<[string, unknown][]> {
  const never = ['cursor', ...omits];
  const known = parameters.filter((found) => found.in === 'query' && !never.includes(found.name));
  const one = ({ name, schema }: Parameter): Arbitrary<[string, unknown]> =>
    (
      values[name] ??
      (name === 'status' && !schema.enum
        ? fc.constantFrom('active', '!failed')
        : valid(document, schema, name))
    ).map((value): [string, unknown] => [name, value]);
  const required = known.filter((found) => found.required);
  const optional = known.filter((found) => !found.required);
  return fc
    .subarray(optional, { maxLength: Math.min(2, optional.length) })
    .chain((chosen) => fc.tuple(...[...required, ...chosen].map(one)));
}

function headersOf(parameters: readonly Parameter[]): Arbitrary<Record<string, string>> {
  const takes = (name: string) => parameters.some((found) => found.in === 'header' && found.name === name);
  return fc.tuple(fc.nat(9), fc.nat(400)).map(([choice, number]): Record<string, string> => ({
    ...(choice === 1 && takes('Idempotency-Key') && { 'Idempotency-Key': `key-${number}` }),
    ...(choice === 2 && takes('If-Match') && { 'If-Match': `"v${number % 3}"` }),
    ...(choice === 3 && { Accept: 'text/csv' }),
    ...(choice === 4 && takes('If-None-Match') && { 'If-None-Match': takes('If-Match') ? '*' : 'W/"1"' }),
  }));
}

const csvBody = fc
  .array(fc.nat(99_999), { minLength: 1, maxLength: 4 })
  .map((rows) => `email,name\n${rows.map((n) => `csv-${n}@quayside.example,Name ${n}`).join('\n')}\n`);
