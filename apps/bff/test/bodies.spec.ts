import { startApp, type TestApp } from './app';
import { admin, workerToken } from './factories';
import {
  type Document,
  pathWith,
  readDocument,
  resolve,
  type Schema,
  type Writing,
  writings,
} from './operations';

type Problem = { code: string; details?: { field: string }[] };

/** Their keys are data: any name is one of theirs. */
const free = ['PUT /me/preferences'];

let app: TestApp;
let document: Document;
let operations: Writing[];
let tokens: { admin: string; worker: string };

beforeAll(async () => {
  app = await startApp();
  document = await readDocument(app);
  operations = writings(document).filter(({ name }) => !free.includes(name));
  tokens = { admin: (await admin(app)).token, worker: await workerToken(app) };
});
afterAll(() => app.close());

async function refusal({ method, path, permission }: Writing, body: unknown) {
  const token = permission === 'worker' ? tokens.worker : permission === 'public' ? undefined : tokens.admin;
  const answer = await app.http<Problem>(method, pathWith(path, 999_999_999), { token, body });
  return {
    status: answer.status,
    code: answer.body?.code,
    fields: (answer.body?.details ?? []).map(({ field }) => field),
  };
}

/** Runs a check on every operation; answers what it says of those that fail it. */
async function wrongOnes(check: (operation: Writing) => Promise<string[]>): Promise<string[]> {
  const wrong: string[] = [];
  for (const operation of operations)
    wrong.push(...(await check(operation)).map((message) => `${operation.name}: ${message}`));
  return wrong;
}

it('walks more than forty operations', () => {
  expect(operations.length).toBeGreaterThan(40);
});

it('are refused with fields that are unknown or read-only, each by name', async () => {
  const injected = { unknown_field: 1, id: 7, created_at: '2026-01-01T00:00:00Z', permissions: ['admin:all'], version: 9, active_tasks: 0 }; // prettier-ignore
  const wrong = await wrongOnes(async (operation) => {
    const body = Object.fromEntries(
      Object.entries(injected).filter(([name]) => !(name in operation.properties)),
    );
    const { status, code, fields } = await refusal(operation, body);
    const missing = Object.keys(body).filter((name) => !fields.includes(name));
    return status === 400 && code === 'VALIDATION' && missing.length === 0
      ? []
      : [`${status} ${code}, silent about ${missing.join(', ')}`];
  });
  expect(wrong).toEqual([]);
});

it('are refused with unknown fields inside of them too', async () => {
  const wrong = await wrongOnes(async (operation) => {
    const messages: string[] = [];
    for (const [name, schema] of Object.entries(operation.properties)) {
      const inner = resolve(document, schema.items ?? schema);
      if (!inner.properties) continue;
      const value = { unknown_field: 1 };
      const { fields } = await refusal(operation, { [name]: schema.items ? [value] : value });
      const expected = schema.items ? `${name}.0.unknown_field` : `${name}.unknown_field`;
      if (!fields.includes(expected)) messages.push(`silent about ${expected}, names ${fields.join(', ')}`);
    }
    return messages;
  });
  expect(wrong).toEqual([]);
});

it('of the wrong shape are 400, whatever they are', async () => {
  const wrong = await wrongOnes(async (operation) => {
    const messages: string[] = [];
    for (const body of ['text', 7, true, [7]]) {
      const { status, code } = await refusal(operation, body);
      if (status !== 400) messages.push(`${JSON.stringify(body)} answered ${status} ${code}`);
    }
    return messages;
  });
  expect(wrong).toEqual([]);
});

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
/** A value that no field of that kind takes. */
const unfit = ({ type }: Schema): unknown => (type === 'string' ? { not: 'text' } : 'unfit');

it('may name every documented field in camelCase, and are told of it by its own name', async () => {
  let checked = 0;
  const wrong = await wrongOnes(async (operation) => {
    const names = Object.keys(operation.properties).filter((name) => camelCase(name) !== name);
    if (names.length === 0) return [];
    checked += names.length;
    const body = names.map((name) => [camelCase(name), unfit(operation.properties[name] ?? {})]);
    const { fields } = await refusal(operation, Object.fromEntries(body));
    return names
      .filter((name) => fields.includes(camelCase(name)) || !fields.some((field) => field.startsWith(name)))
      .map((name) => `${camelCase(name)} isn't read as ${name}`);
  });
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(100);
});
