import fc, { type Arbitrary } from 'fast-check';
import type { Request } from './made-up';
import { type Caller, callers } from './world';

/** Makes a request invalid in one respect. */
export type Break = (request: Request) => Request;

const describe = (request: Request, what: string, change: Partial<Request>): Request => ({
  ...request,
  ...change,
  broken: [...request.broken, what],
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body with one of its fields, the `pick`-th, set to another value; a body without fields becomes the value. */
function withField(body: unknown, pick: number, value: unknown): unknown {
  if (Array.isArray(body)) return body.map((entry) => withField(entry, pick, value));
  if (!isRecord(body) || Object.keys(body).length === 0) return { name: value };
  const names = Object.keys(body);
  return { ...body, [names[pick % names.length] ?? 'name']: value };
}

/** Values that few fields take, and none may stumble over. */
const odd: unknown[] = [
  null, true, 0, -1, 1.5, 1e308, 2 ** 53, -(2 ** 31) - 1, '', ' ', 'x'.repeat(100_000), [], {}, [[]], [null], ['x', 7],
  { a: { b: {} } }, { toString: 1 }, '\u0000', 'a\u0000b', '\ud800', '\udc00x', '\u202e\u2066', '\ufeff', '👩‍👩‍👧', 'Ω≈ç√', '𒐫',
  "'; DROP TABLE tasks; --", '$1', '%00', '../../etc/passwd', '<script>', '{{7*7}}', 'NaN', '-0', '1e400', '0x10',
  ...[41, 81, 101, 121, 201, 321, 501, 1001, 2001, 4001].map((length) => 'x'.repeat(length)),
  '2026-13-45T99:99:99Z', '0000-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '9999-12-31T23:59:59Z', '2026-01-01T00:00:00+15:59',
  'https://', 'https://[::1', 'javascript:alert(1)', 'https://user:pass@tickets.example/', 'a@b', '@', `${'a'.repeat(400)}@b.example`,
  [1, 1], [999_999_999], [2 ** 31], Array.from({ length: 1200 }, (_, index) => index + 1),
]; // prettier-ignore

/** Ids that are no one's, another desk's, or no ids. */
const strayIds = [1, 2, 3, 5, 0, -1, 2_147_483_647, 2_147_483_648, 9_999_999_999, 1e21, '1.5', 'abc', '1e3', '0x1', '%00', '%ff', '%zz', '..%2f..', '\u0661', 'x'.repeat(600), '42424242-4242-4242-8242-424242424242', "1' OR '1'='1"]; // prettier-ignore

const texts: (string | Buffer)[] = [
  '', ' ', '{', '{"a":', '[', ']', 'null', 'true', '"text"', '{"a":1}}', '{"a":1,}', "{'a':1}", 'undefined', 'NaN',
  '{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"x":1}}}', '{"a":1e999}', '{"a":"\\ud800"}', '{"a":"\\u0000"}', '\ufeff{}',
  '['.repeat(20_000), '{"a":'.repeat(20_000), `${'['.repeat(5000)}${']'.repeat(5000)}`, `{"name":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  `{"config":${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}}`, `{"query":${'{"a":'.repeat(3000)}1${'}'.repeat(3000)},"page":"tasks","name":"deep"}`,
  `{"name":"${'x'.repeat(3_000_000)}"}`, Buffer.from([0xff, 0xfe, 0x00, 0x7b]), Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
]; // prettier-ignore

const headers: Record<string, string>[] = [
  { 'Content-Type': 'text/plain' }, { 'Content-Type': 'application/xml' }, { 'Content-Type': 'application/json; charset=utf-16' },
  { 'Content-Type': 'multipart/form-data' }, { 'Content-Type': 'text/csv' }, { 'Content-Type': ';' }, { 'Content-Type': 'application/x-www-form-urlencoded' },
  { Accept: 'text/html' }, { Accept: 'text/csv;q=0.9,application/json;q=0.1' }, { Accept: ';;q=,' }, { 'If-Match': '"v0"' }, { 'If-Match': '\u00ff' },
  { 'If-Match': '*' }, { 'If-None-Match': '*' }, { 'If-None-Match': 'W/"' }, { 'Idempotency-Key': '' }, { 'Idempotency-Key': 'é' },
  { 'Idempotency-Key': 'k'.repeat(300) }, { 'Idempotency-Key': 'same' }, { 'X-Request-Id': '<script>' }, { 'X-Request-Id': 'x'.repeat(500) }, { Authorization: 'Bearer' },
  { Authorization: 'Basic dXNlcjpwYXNz' }, { Authorization: `Bearer ${'x'.repeat(6000)}` }, { Authorization: 'Bearer \u00e9' }, { 'X-Large': 'x'.repeat(20_000) },
  { 'Last-Event-ID': '-1' }, { 'Last-Event-ID': 'x'.repeat(2000) }, { 'Accept-Encoding': 'zstd' }, { Expect: '200-maybe' }, { Cookie: 'a=b; c' },
  { 'X-Forwarded-For': '10.0.0.1, ::1' }, { Host: 'elsewhere.example' }, { Range: 'bytes=0-1' }, { 'X-HTTP-Method-Override': 'DELETE' }, { 'User-Agent': '' },
]; // prettier-ignore

const queries: [string, string][] = [
  ['page', '0'], ['page', '-1'], ['page', '1000001'], ['page', 'x'], ['page_size', '201'], ['page_size', '0'], ['sort', 'name;--'], ['sort', '-'],
  ['sort', 'constructor'], ['sort', '__proto__'], ['cursor', 'x'], ['cursor', 'W10'], ['cursor', 'WyJub3doZXJlIiwxXQ'], ['cursor', 'WzEsMV0'], ['cursor', 'W251bGwsMV0'],
  ['cursor', 'WyJcdTAwMDAiLDFd'], ['cursor', 'WyIyMDI2LTAxLTAxIiw5OTk5OTk5OTk5OTld'], ['status', '!'], ['status', ','], ['status', '\u0000'], ['status', 'x'.repeat(900)], ['q', '\u0000'],
  ['q', '\\'], ['q', '%_\\%'], ['q', '\ud83d'], ['id', '1,2,x'], ['id', '!99999999999'], ['task_id', '\u0000'], ['site_id', '0'], ['unknown', '1'], ['__proto__', '1'], ['page[]', '1'],
  ['expired', 'maybe'], ['from', 'x'], ['from', '0000-01-01T00:00:00Z'], ['to', '2026-02-30'], ['realm_id', '1'], ['span', '1y'], ['detailed', '2'], ['in_future', ''], ['enabled', '7'],
]; // prettier-ignore

const methods = ['PUT', 'PATCH', 'DELETE', 'POST', 'GET', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];

const changes: Arbitrary<Break>[] = [
  fc.tuple(fc.nat(20), fc.constantFrom(...odd)).map(
    ([pick, value]): Break =>
      (request) =>
        describe(request, 'an odd value', { body: withField(request.body, pick, value), text: undefined }),
  ),
  fc.tuple(fc.nat(20), fc.jsonValue()).map(
    ([pick, value]): Break =>
      (request) =>
        describe(request, 'another value', { body: withField(request.body, pick, value), text: undefined }),
  ),
  fc.tuple(fc.nat(20), fc.string({ unit: 'binary', maxLength: 60 })).map(
    ([pick, value]): Break =>
      (request) =>
        describe(request, 'any text', { body: withField(request.body, pick, value), text: undefined }),
  ),
  fc.constantFrom('unknown', 'id', 'role', 'created_at', 'permissions', '', 'a.b', 'ÿ', 'hasOwnProperty').map(
    (name): Break =>
      (request) =>
        describe(request, 'an unknown field', {
          body: isRecord(request.body) ? { ...request.body, [name]: 1 } : { [name]: 1 },
          text: undefined,
        }),
  ),
  fc.nat(20).map((pick): Break => (request) => {
    if (!isRecord(request.body)) return describe(request, 'no body', { body: undefined });
    const names = Object.keys(request.body);
    const { [names[pick % Math.max(names.length, 1)] ?? '']: removed, ...body } = request.body;
    return describe(request, removed === undefined ? 'nothing' : 'a missing field', { body });
  }),
  fc.constantFrom(...texts).map(
    (text): Break =>
      (request) =>
        describe(request, 'a bad body', { text }),
  ),
  fc.constantFrom(...strayIds).map(
    (id): Break =>
      (request) =>
        Object.keys(request.params).length > 0
          ? describe(request, 'a stray id in the path', {
              params: Object.fromEntries(Object.keys(request.params).map((name) => [name, id])),
            })
          : describe(request, 'a stray id in the query', { query: [...request.query, ['realm_id', id]] }),
  ),
  fc.tuple(fc.nat(20), fc.constantFrom(1, 2, 3, 5, 999_999_999)).map(
    ([pick, id]): Break =>
      (request) =>
        describe(request, 'a stray id in the body', {
          body: isRecord(request.body) ? withStrayId(request.body, pick, id) : request.body,
        }),
  ),
  fc.constantFrom(...headers).map(
    (extra): Break =>
      (request) =>
        describe(request, 'odd headers', { headers: { ...request.headers, ...extra } }),
  ),
  fc.array(fc.constantFrom(...queries), { minLength: 1, maxLength: 3 }).map(
    (extra): Break =>
      (request) =>
        describe(request, 'an odd query', { query: [...request.query, ...extra] }),
  ),
  fc.constantFrom(...methods).map(
    (method): Break =>
      (request) =>
        describe(request, 'another method', { method }),
  ),
  fc.constantFrom<Caller>(...callers).map(
    (caller): Break =>
      (request) =>
        describe(request, 'another caller', { caller }),
  ),
];

/** With every id that the body names, from the `pick`-th on, another. */
function withStrayId(body: Record<string, unknown>, pick: number, id: number): Record<string, unknown> {
  const ids = Object.keys(body).filter((name) => /_?ids?$|Id$/.test(name));
  const name = ids[pick % Math.max(ids.length, 1)];
  return name ? { ...body, [name]: Array.isArray(body[name]) ? [id] : id } : { ...body, login_id: id };
}

/** The ways in which a request is broken. */
export const breaks: Arbitrary<Break> = fc.oneof(...changes);
