import type { OpenAPIV3 } from 'openapi-types';
import type { Fixtures } from './fixtures.ts';
import { type Call, send, sendOk } from './http.ts';
import type { Probe, Result } from './probe.ts';

/** Maximum delay of other clients per started 100 KB of a request. */
const HOLD_UP_MS = 250;
const UNIT = 100 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;
/** Number of measurements per request; the shortest counts, since other load on the machine delays the probe too. */
const TRIES = 4;

const SIZES = [100, 1000].map((kilobytes) => kilobytes * 1024);
/** Below the limit of 16 KB for the head of a request. */
const ADDRESS_BYTES = 12 * 1024;

type Operation = { method: string; path: string; properties: Record<string, string>; query: string[] };
type Kind = [name: string, of: (size: number, operation: Operation) => Call | string];

const repeat = (part: string, size: number) => part.repeat(Math.ceil(size / part.length));
const numbered = (size: number) =>
  Object.fromEntries(Array.from({ length: Math.ceil(size / 14) }, (_, n) => [`field${n}`, 0]));
const list = (size: number, of: (n: number) => unknown) =>
  Array.from({ length: Math.ceil(size / 10) }, (_, n) => of(n));

/** Each field of a type, or one that is unknown, gets its part of the size. */
const fill =
  (type: string, of: (size: number) => unknown) =>
  (size: number, { properties }: Operation) => {
    const found = Object.keys(properties).filter((name) => properties[name] === type);
    const names = found.length > 0 ? found : ['unknown'];
    return { body: Object.fromEntries(names.map((name) => [name, of(size / names.length)])) };
  };

const bodies: Kind[] = [
  ['digits', fill('string', (size) => repeat('4 ', size))],
  ['groups of digits', fill('string', (size) => repeat('4242 - ', size))],
  ['long texts', fill('string', (size) => repeat('a@.//:', size))],
  ['unknown fields', (size) => ({ body: numbered(size) })],
  ['fields of data', fill('object', numbered)],
  ['long lists', fill('array', (size) => list(size, (n) => n + 1_000_000))],
  ['lists of objects', fill('array', (size) => list(size, (n) => ({ [`f${n}`]: 0 })))],
  ['many bodies', (size) => ({ body: list(size, (n) => ({ [`f${n}`]: 0 })) })],
  ['nesting', (size) => ({ text: repeat('[', size / 2) + repeat(']', size / 2) })],
  ['what is no JSON', (size) => ({ text: repeat('{"a":', size) })],
];

const addresses: Kind[] = [
  ['values of filters', (size, { query }) => query.map((name) => `${name}=${repeat('1,', size / query.length)}1`).join('&')],
  ['unknown parameters', (size) => Array.from({ length: size / 10 }, (_, n) => `f${n}=1`).join('&')],
]; // prettier-ignore

const files: Kind[] = [
  ['CSV columns', (size) => ({ text: `${repeat('c,', size)}email\na@b.example\n`, type: 'text/csv' })],
  ['CSV rows', (size) => ({ text: `email,age\n${repeat('x,y\n', size)}`, type: 'text/csv' })],
  ['CSV cells', (size) => ({ text: `email\n${repeat('x,', size)}`, type: 'text/csv' })],
  ['CSV quotes', (size) => ({ text: `email\n"${repeat('a""', size)}`, type: 'text/csv' })],
  ['CSV digits', (size) => ({ text: `email,name\na@b.example,${repeat('4 ', size)}\n`, type: 'text/csv' })],
  ['CSV empty lines', (size) => ({ text: `email${repeat('\n', size)}`, type: 'text/csv' })],
];

/** Every operation of the document; ids name nothing, so that no attack changes what another one needs. */
async function operations(fixtures: Fixtures): Promise<Operation[]> {
  const document = await sendOk<OpenAPIV3.Document>(fixtures.port, '/api/openapi.json');
  const schemas = (document.components?.schemas ?? {}) as Record<string, OpenAPIV3.SchemaObject>;
  const resolve = (
    schema: OpenAPIV3.SchemaObject | OpenAPIV3.ReferenceObject | undefined,
  ): OpenAPIV3.SchemaObject => {
    if (!schema) return {};
    if ('$ref' in schema) return resolve(schemas[schema.$ref.replace('#/components/schemas/', '')]);
    const [first] = schema.oneOf ?? schema.allOf ?? [];
    return first ? resolve(first) : schema;
  };
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, OpenAPIV3.OperationObject>).map(([method, operation]) => {
      const body = operation.requestBody as OpenAPIV3.RequestBodyObject | undefined;
      const properties = resolve(body?.content['application/json']?.schema).properties ?? {};
      return {
        method: method.toUpperCase(),
        path: path
          .replace('{leaseId}', '42424242-4242-4242-8242-424242424242')
          .replaceAll(/\{\w+\}/g, '999999999'),
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, schema]) => [name, resolve(schema).type ?? '']),
        ),
        query: (operation.parameters ?? []).flatMap((each) =>
          'in' in each && each.in === 'query' ? [each.name] : [],
        ),
      };
    }),
  );
}

interface Worst {
  ms: number;
  errorBytes: number;
  misses: string[];
}

/** Sends bodies, addresses and files of growing size to every operation; measures other clients' delay and error sizes. */
export async function growingBodies(fixtures: Fixtures, probe: Probe): Promise<Result[]> {
  const all = await operations(fixtures);
  const results: Result[] = [];
  const run = async (kinds: Kind[], targets: Operation[], sizes: number[]) => {
    for (const [name, of] of kinds) {
      const worst: Worst = { ms: 0, errorBytes: 0, misses: [] };
      await fixtures.signIn();
      for (const size of sizes) {
        // All requests of a size at once; one by one only if another client was delayed too long.
        await probe.takeLongestWait();
        for (const operation of targets) await attack(fixtures, operation, of(size, operation), worst);
        const wait = await probe.takeLongestWait();
        if (wait <= HOLD_UP_MS) worst.ms = Math.max(worst.ms, wait);
        else
          for (const operation of targets) await holdUp(fixtures, probe, operation, of(size, operation), worst);
      }
      results.push({
        attack: name,
        tried: `${targets.length} operations, to ${Math.max(...sizes) / 1024} KB`,
        outcome: [
          `others wait ${worst.ms.toFixed(0)} ms at most, errors have ${worst.errorBytes} bytes`,
          ...worst.misses.slice(0, 3),
        ].join('; '),
        passed: worst.misses.length === 0,
      });
    }
  };
  await run(bodies, all.filter(({ method }) => method !== 'GET'), SIZES);
  const streams = ({ path }: Operation) => path === '/api/stream';
  await run(addresses, all.filter((one) => one.method === 'GET' && one.query.length > 0 && !streams(one)), [ADDRESS_BYTES]);
  const path = `/api/sites/${fixtures.site}/logins/import?realm_id=${fixtures.realm}&dry_run=true`;
  await run(files, [{ method: 'POST', path, properties: {}, query: [] }], SIZES);
  return results;
} // prettier-ignore

/** Sends one request; returns the number of bytes sent. */
async function attack(
  fixtures: Fixtures,
  { method, path }: Operation,
  sent: Call | string,
  worst: Worst,
): Promise<number> {
  const call: Call = typeof sent === 'string' ? {} : sent;
  // What ends the administrator's own session is sent without one.
  const token = /logout|\/me\/password/.test(path) ? undefined : fixtures.token;
  const url = typeof sent === 'string' ? `${path}?${sent}` : path;
  const text = call.text ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  const { status, bytes } = await send(fixtures.port, url, { method, token, text, type: call.type });
  if (status === null) worst.misses.push(`${method} ${path}: no answer`);
  else if (status >= 500) worst.misses.push(`${method} ${path}: ${status}`);
  else if (status >= 400) {
    worst.errorBytes = Math.max(worst.errorBytes, bytes);
    if (bytes > MAX_ERROR_BYTES) worst.misses.push(`${method} ${path}: ${bytes} bytes`);
  }
  return (text ?? url).length;
}

/** Measures how long one request delays other clients; the shortest of several measurements counts. */
async function holdUp(
  fixtures: Fixtures,
  probe: Probe,
  operation: Operation,
  sent: Call | string,
  worst: Worst,
): Promise<void> {
  let least = Infinity;
  let limit = HOLD_UP_MS;
  for (let attempt = 0; attempt < TRIES && least > limit; attempt += 1) {
    await probe.takeLongestWait();
    const size = await attack(fixtures, operation, sent, worst);
    least = Math.min(least, await probe.takeLongestWait());
    limit = HOLD_UP_MS * Math.max(1, size / UNIT);
  }
  worst.ms = Math.max(worst.ms, least);
  if (least > limit)
    worst.misses.push(`${operation.method} ${operation.path}: others waited ${least.toFixed(0)} ms`);
}
