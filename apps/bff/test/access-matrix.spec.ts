import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from '../src/platform/http/openapi/operations';
import { policy, type Rule } from './access-policy';
import { startApp, type TestApp } from './app';
import { admin, realm, signIn, user, workerToken } from './factories';
import { makePublisher } from './publishers';

const callers = [
  'anonymous', 'waiting', 'realm_user', 'realm_owner', 'admin', 'worker', 'publisher', 'releaser',
] as const; // prettier-ignore
type Caller = (typeof callers)[number];

/** Callers with a token that isn't a person's: `publisher` may only publish, `releaser` only choose releases. */
const machines: readonly Caller[] = ['worker', 'publisher', 'releaser'];

/** The callers that each rule admits; of the others, those known to the rule's kind of token get 403 and the rest 401. */
const lets: Record<Rule, readonly Caller[]> = {
  public: callers,
  refresh: [],
  session: ['waiting', 'realm_user', 'realm_owner', 'admin'],
  worker: ['worker'],
  publisher: ['publisher', 'releaser'],
  'publisher:publish': ['publisher'],
  'publisher:release': ['releaser'],
  'read:own': ['waiting', 'realm_user', 'realm_owner', 'admin'],
  'write:own': ['realm_owner', 'admin'],
  'admin:all': ['admin'],
};

/** The id or name of a row that doesn't exist. */
const ABSENT = '999999999';

/** The status for a caller who isn't admitted. */
const rejection = (rule: Rule, caller: Caller) => (isKnown(rule, caller) ? 403 : 401);

/** Whether the caller's token is of the kind that the rule reads, so that only its permission or scope is missing. */
const isKnown = (rule: Rule, caller: Caller): boolean =>
  rule.startsWith('publisher:')
    ? lets.publisher.includes(caller)
    : rule.includes(':') && caller !== 'anonymous' && !machines.includes(caller);

let app: TestApp;
let operations: ReturnType<typeof operationsOf>;
let emails: Partial<Record<Caller, string>>;
let tokens: Partial<Record<Caller, string>>;

beforeAll(async () => {
  app = await startApp();
  operations = operationsOf((await app.http<OpenAPIObject>('GET', '/api/openapi.json')).body);
  const realmId = await realm(app);
  const users = {
    waiting: await user(app, 'realm_user', null),
    realm_user: await user(app, 'realm_user', realmId),
    realm_owner: await user(app, 'realm_owner', realmId),
  };
  emails = Object.fromEntries(Object.entries(users).map(([caller, { email }]) => [caller, email]));
  tokens = Object.fromEntries(Object.entries(users).map(([caller, { token }]) => [caller, token]));
  tokens.admin = (await admin(app)).token;
  tokens.worker = await workerToken(app);
  tokens.publisher = (await makePublisher(app, [ABSENT], ['publish'])).token;
  tokens.releaser = (await makePublisher(app, [ABSENT], ['release'])).token;
});
afterAll(() => app.close());

const nameOf = ({ method, path }: { method: string; path: string }) =>
  `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`;
const ruleOf = new Map(
  Object.entries(policy).flatMap(([rule, names]) => names.map((name) => [name, rule as Rule] as const)),
);

/** A request without content for a row that doesn't exist: it only shows whether the caller is admitted. */
async function call(path: string, method: string, token: string | undefined): Promise<number> {
  const abort = new AbortController();
  const hasBody = method !== 'get' && method !== 'delete';
  const response = await fetch(app.url + path.replaceAll(/\{\w+\}/g, ABSENT), {
    method: method.toUpperCase(),
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(hasBody && { 'Content-Type': 'application/json' }),
    },
    body: hasBody ? '{}' : undefined,
    signal: abort.signal,
  });
  abort.abort();
  return response.status;
}

it('covers exactly the operations of the API document', () => {
  expect(operations.map(nameOf).sort()).toEqual([...ruleOf.keys()].sort());
});

it('equals the permissions in the API document', () => {
  for (const found of operations) {
    const rule = ruleOf.get(nameOf(found));
    const said = found.operation['x-permission'];
    expect({ operation: nameOf(found), said }).toEqual({
      operation: nameOf(found),
      said: rule === 'refresh' ? 'public' : rule,
    });
  }
});

it.each(callers)('lets %s do what the policy says, and nothing else', async (caller) => {
  const wrong: string[] = [];
  for (const found of operations) {
    const rule = ruleOf.get(nameOf(found)) ?? 'admin:all';
    // Leaving ends the session that leaves: it gets one of its own.
    const email = nameOf(found) === 'POST /auth/logout' ? emails[caller] : undefined;
    const token = email ? (await signIn(app, email)).token : tokens[caller];
    const status = await call(found.path, found.method, token);
    const allowed = lets[rule].includes(caller);
    const right = allowed
      ? status !== 401 && status !== 403 && status < 500
      : status === rejection(rule, caller);
    if (!right)
      wrong.push(`${nameOf(found)} answered ${status} to ${caller}, ${allowed ? 'who may' : 'who may not'}`);
    if (nameOf(found) === 'POST /auth/logout' && caller === 'admin') tokens.admin = (await admin(app)).token;
  }
  expect(wrong).toEqual([]);
});
