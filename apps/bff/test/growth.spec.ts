import { MAX_ERROR_BYTES } from '../src/platform/errors/api-error.filter';
import { operationsOf } from '../src/platform/http/openapi/operations';
import { startApp, type TestApp } from './app';
import { realm, site } from './factories';
import { cpuMs, findGrowth } from './growth';
import {
  type Document,
  makeTokens,
  pathWith,
  readDocument,
  resolve,
  type Schema,
  tokenFor,
  type Tokens,
} from './operations';

type Sent = { text?: string; query?: string; headers?: Record<string, string> };
/** A request of about a size, in bytes. */
type Kind = { name: string; of: (size: number) => Sent };
type Operation = { name: string; method: string; path: string; permission: string; kinds: Kind[] };

/** How much larger the second request of a pair is. */
const FACTOR = 8;
const BODY_BYTES = 16 * 1024;
/** The headers of a request may have 16 KB in total. */
const HEAD_BYTES = 1400;

let app: TestApp;
let document: Document;
let tokens: Tokens;

beforeAll(async () => {
  app = await startApp();
  document = await readDocument(app);
  tokens = await makeTokens(app);
});
afterAll(() => app.close());

const repeat = (part: string, size: number) => part.repeat(Math.ceil(size / part.length));
const many = <T>(size: number, each: number, make: (index: number) => T) =>
  Array.from({ length: Math.ceil(size / each) }, (_, index) => make(index));
const numbered = (size: number) => Object.fromEntries(many(size, 12, (n) => [`field${n}`, 0]));

const texts = new Map<string, string>();
/** Caches texts, since most operations get the same ones. `name` identifies a text except for its size. */
const json = (name: string, of: (size: number) => unknown) => (size: number) => {
  const key = `${name} ${size}`;
  const text = texts.get(key) ?? JSON.stringify(of(size));
  texts.set(key, text);
  return { text };
};

/** Bodies that don't depend on the fields of the operation. */
const shapes: Kind[] = [
  { name: 'unknown fields', of: json('unknown fields', numbered) },
  { name: 'many bodies', of: json('many bodies', (size) => many(size, 20, (n) => ({ [`f${n}`]: 0 }))) },
  { name: 'one long name', of: json('one long name', (size) => ({ [repeat('a', size)]: 0 })) },
  { name: 'nesting', of: (size) => ({ text: `${repeat('[', size / 2)}${repeat(']', size / 2)}` }) },
  { name: 'invalid JSON', of: (size) => ({ text: repeat('{"a":', size) }) },
];

/** Bodies of every kind for the fields of the operation. */
function bodies(properties: Record<string, Schema>): Kind[] {
  const names = (type: string) =>
    Object.entries(properties).flatMap(([name, schema]) =>
      resolve(document, schema).type === type ? [name] : [],
    );
  /** Each field of a type gets an equal part of the size. */
  const filled = (name: string, type: string, of: (size: number) => unknown): Kind => {
    const found = names(type);
    const fields = found.length > 0 ? found : ['unknown'];
    const body = (size: number) =>
      Object.fromEntries(fields.map((field) => [field, of(size / fields.length)]));
    return { name, of: json(`${name} ${fields.join()}`, body) };
  };
  return [
    filled('digits', 'string', (size) => repeat('4 ', size)),
    filled('groups of digits', 'string', (size) => repeat('4242 - ', size)),
    filled('signs', 'string', (size) => repeat('a@.//:', size)),
    filled('numbers in lists', 'array', (size) => many(size, 8, (n) => n + 1_000_000)),
    filled('objects in lists', 'array', (size) => many(size, 20, (n) => ({ [`f${n}`]: 0 }))),
    filled('fields of data', 'object', numbered),
    filled('texts of data', 'object', (size) => ({ note: repeat('4 ', size) })),
    ...shapes,
  ];
}

const head = (name: string, part: string): Kind => ({
  name: `${name} ${part}`,
  of: (size) => ({ headers: { [name]: repeat(part, size).slice(0, size).trim() } }),
});

/** Query strings and headers of every kind. */
const heads = (parameters: string[]): Kind[] => [
  { name: 'unknown parameters', of: (size) => ({ query: many(size, 9, (n) => `f${n}=1`).join('&') }) },
  { name: 'one parameter again and again', of: (size) => ({ query: repeat('page=1&', size) }) },
  {
    name: 'values of each parameter',
    of: (size) => ({
      query: parameters.map((name) => `${name}=${repeat('1,', size / parameters.length)}1`).join('&'),
    }),
  },
  head('Accept', 'text/csv;q=0.1,'),
  head('If-None-Match', '"v1", '),
];

function operations(): Operation[] {
  return operationsOf(document).map(({ path, method, operation }) => {
    const parameters = (operation.parameters ?? []).flatMap((each) =>
      'name' in each && each.in === 'query' ? [each.name] : [],
    );
    const content =
      operation.requestBody && 'content' in operation.requestBody && operation.requestBody.content;
    const schema = content ? (content['application/json']?.schema as Schema | undefined) : undefined;
    const properties = schema ? (resolve(document, schema).properties ?? {}) : {};
    return {
      name: `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`,
      method: method.toUpperCase(),
      path: pathWith(path, 999_999_999),
      permission: operation['x-permission'] ?? '',
      kinds: method === 'get' ? heads(parameters) : bodies(properties),
    };
  });
}

/** Sends a request; returns its response and its cost for this process. */
async function send(operation: Operation, { text, query, headers }: Sent) {
  const { method, path, permission, name } = operation;
  // The operations that end the caller's own session are sent without one.
  const token = /logout|password/.test(name) ? undefined : tokenFor(permission, tokens);
  const url = `${app.url}${path}${query === undefined ? '' : `?${query}`}`;
  const before = process.cpuUsage();
  const response = await fetch(url, {
    method,
    body: text,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(text !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    signal: AbortSignal.timeout(60_000),
  });
  const bytes =
    path === '/api/stream' ? (await response.body?.cancel(), 0) : (await response.arrayBuffer()).byteLength;
  return { ms: cpuMs(before), status: response.status, bytes };
}

/** The failures of an operation whose cost or response grows too much with its request. */
async function fault(operation: Operation, kind: Kind, size: number): Promise<string[]> {
  const responses: Awaited<ReturnType<typeof send>>[] = [];
  const grown = await findGrowth(
    FACTOR,
    async () => (await send(operation, kind.of(size))).ms,
    async () => {
      const response = await send(operation, kind.of(size * FACTOR));
      responses.push(response);
      return response.ms;
    },
  );
  const [{ status, bytes }] = responses as [Awaited<ReturnType<typeof send>>];
  return [
    ...(grown ? [`${operation.name}, ${kind.name}: ${grown}`] : []),
    ...(status >= 400 && bytes > MAX_ERROR_BYTES
      ? [`${operation.name}, ${kind.name}: ${status} has ${bytes} bytes`]
      : []),
    ...(status >= 500 ? [`${operation.name}, ${kind.name}: ${status}`] : []),
  ];
}

it('costs at most linearly more with larger bodies, and returns errors of at most 64 KB', async () => {
  const writing = operations().filter(({ method }) => method !== 'GET');
  expect(writing.length).toBeGreaterThan(70);
  const wrong: string[] = [];
  for (const operation of writing)
    for (const kind of operation.kinds) wrong.push(...(await fault(operation, kind, BODY_BYTES)));
  expect(wrong).toEqual([]);
});

it('costs at most linearly more with longer addresses and headers', async () => {
  const reading = operations().filter(({ method }) => method === 'GET');
  expect(reading.length).toBeGreaterThan(60);
  const wrong: string[] = [];
  for (const operation of reading)
    for (const kind of operation.kinds) wrong.push(...(await fault(operation, kind, HEAD_BYTES)));
  expect(wrong).toEqual([]);
});

const csv = (of: (size: number) => string) => (size: number) => ({
  text: of(size),
  headers: { 'Content-Type': 'text/csv' },
});

it('costs at most linearly more with larger files to import', async () => {
  const path = `/api/sites/${await site(app)}/logins/import`;
  const query = `realm_id=${await realm(app)}&dry_run=true`;
  const operation: Operation = { name: 'import', method: 'POST', path, permission: 'write:own', kinds: [] };
  const kinds: Kind[] = [
    { name: 'columns', of: csv((size) => `${repeat('c,', size)}email\na@b.example\n`) },
    { name: 'columns of a name', of: csv((size) => `email,${repeat('a', size)}\na@b.example\n`) },
    { name: 'cells', of: csv((size) => `email\n${repeat('x,', size)}`) },
    { name: 'empty lines', of: csv((size) => `email${repeat('\n', size)}`) },
    { name: 'quotes', of: csv((size) => `email\n"${repeat('""', size)}"\n`) },
    { name: 'open quotes', of: csv((size) => `email\n"${repeat('a""', size)}`) },
    { name: 'digits', of: csv((size) => `email,name\na@b.example,${repeat('4 ', size)}\n`) },
    { name: 'wrong cells', of: csv((size) => `email,age,status\n${repeat('a,b,c\n', size / 8)}`) },
    { name: 'rows', of: csv((size) => `email\n${repeat('x\n', size)}`) },
  ];
  const wrong: string[] = [];
  for (const kind of kinds) {
    const withQuery = { ...kind, of: (size: number) => ({ ...kind.of(size), query }) };
    wrong.push(...(await fault(operation, withQuery, BODY_BYTES)));
  }
  expect(wrong).toEqual([]);
});

it.each(['Idempotency-Key', 'If-Match', 'X-Request-Id', 'Authorization', 'Cookie', 'Prefer'])(
  'costs at most linearly more with a longer %s',
  async (name) => {
    const operation: Operation = { name, method: 'PATCH', path: '/api/me', permission: '', kinds: [] };
    const wrong: string[] = [];
    for (const part of ['"v1", ', 'a', 'Bearer ', 'a=b; ', ', '])
      wrong.push(...(await fault(operation, head(name, part), HEAD_BYTES)));
    expect(wrong).toEqual([]);
  },
);
