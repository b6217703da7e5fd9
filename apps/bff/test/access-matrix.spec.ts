import type { OpenAPIObject } from '@nestjs/swagger';
import { duties, type Duty } from '@tessera/domain';
import { operationsOf } from '../src/platform/http/openapi/operations';
import { policy, type Rule } from './access-policy';
import { startApp, type TestApp } from './app';
import { dutyPolicy, serviceTokenPolicy } from './duty-policy';
import { admin, realm, serviceToken, signIn, user, workerToken } from './factories';
import { makePublisher } from './publishers';

const callers = [
  'anonymous', 'waiting', 'realm_user', 'realm_owner', 'admin', 'worker', 'publisher', 'releaser',
] as const; // prettier-ignore
type Role = (typeof callers)[number];
/** Service tokens, without a duty and with one each. */
const serviceTokens = ['none', ...duties].map((duty) => `service token: ${duty as Duty | 'none'}` as const);
type ServiceToken = (typeof serviceTokens)[number];
/** Realm users with one duty each are callers too. */
type Caller = Role | Duty | ServiceToken;

/** Callers with a token that isn't a person's: `publisher` may only publish, `releaser` only choose releases. */
const machines: readonly Caller[] = ['worker', 'publisher', 'releaser'];

/** The callers that each rule admits; of the others, those known to the rule's kind of token get 403 and the rest 401. */
const lets: Record<Rule, readonly Role[]> = {
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

/** The callers who have a duty. */
const isDuty = (caller: Caller): caller is Duty => duties.some((duty) => duty === caller);

const isServiceToken = (caller: Caller): caller is ServiceToken => caller.startsWith('service token');

/** Whether a service token may call an operation: as a person of its realm with its duty, but nothing that is a person's own. */
function isAdmittedToken(rule: Rule, name: string, caller: ServiceToken): boolean {
  if (serviceTokenPolicy.opened.some((one) => one === name)) return true;
  if (serviceTokenPolicy.closed.some((one) => one === name) || rule === 'session') return false;
  const duty = duties.find((one) => caller.endsWith(one));
  return lets[rule].includes('realm_user') || (duty !== undefined && dutyPolicy[duty].includes(name));
}

/**
 * Whether the caller may call an operation of a rule: with a duty what realm users may, and what the duty opens. An owner has
 * every duty, of which only `approve` opens what their role doesn't.
 */
const isAdmitted = (rule: Rule, name: string, caller: Caller): boolean =>
  isServiceToken(caller)
    ? isAdmittedToken(rule, name, caller)
    : isDuty(caller)
      ? lets[rule].includes('realm_user') || dutyPolicy[caller].includes(name)
      : lets[rule].includes(caller) || (caller === 'realm_owner' && dutyPolicy.approve.includes(name));

/** The id or name of a row that doesn't exist. */
const ABSENT = '999999999';

/** The status for a caller who isn't admitted. */
const rejection = (rule: Rule, caller: Caller) => (isKnown(rule, caller) ? 403 : 401);

/** Whether the caller's token is of the kind that the rule reads, so that only its permission or scope is missing. */
const isKnown = (rule: Rule, caller: Caller): boolean =>
  rule.startsWith('publisher:')
    ? lets.publisher.some((one) => one === caller)
    : (rule.includes(':') || (rule === 'session' && isServiceToken(caller))) &&
      caller !== 'anonymous' &&
      !machines.includes(caller);

let app: TestApp;
let operations: ReturnType<typeof operationsOf>;
let emails: Partial<Record<Caller, string>>;
let tokens: Partial<Record<Caller, string>>;

beforeAll(async () => {
  app = await startApp();
  operations = operationsOf((await app.http<OpenAPIObject>('GET', '/api/openapi.json')).body);
  const realmId = await realm(app);
  const withDuty = async (duty: Duty) =>
    [duty, await user(app, 'realm_user', realmId, { duties: [duty] })] as const;
  const users = {
    ...Object.fromEntries(await Promise.all(duties.map(withDuty))),
    waiting: await user(app, 'realm_user', null),
    realm_user: await user(app, 'realm_user', realmId),
    realm_owner: await user(app, 'realm_owner', realmId),
  };
  emails = Object.fromEntries(Object.entries(users).map(([caller, { email }]) => [caller, email]));
  tokens = Object.fromEntries(Object.entries(users).map(([caller, { token }]) => [caller, token]));
  tokens.admin = (await admin(app)).token;
  for (const caller of serviceTokens) {
    const duty = duties.find((one) => caller.endsWith(one));
    tokens[caller] = (await serviceToken(app, users.realm_owner, { duties: duty ? [duty] : [] })).token;
  }
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

it('equals the duties in the API document', () => {
  const said = operations.flatMap((found) => {
    const duty = found.operation['x-duty'];
    return duty ? [`${duty}: ${nameOf(found)}`] : [];
  });
  const expected = duties.flatMap((duty) => dutyPolicy[duty].map((name) => `${duty}: ${name}`));
  expect(said.sort()).toEqual(expected.sort());
  for (const duty of duties)
    for (const name of dutyPolicy[duty])
      expect(ruleOf.get(name)).toBe(duty === 'approve' ? 'admin:all' : 'write:own');
});

it('equals what the API document says about service tokens', () => {
  const said = (allowed: boolean) =>
    operations
      .filter(({ operation }) => operation['x-service-tokens'] === allowed)
      .map(nameOf)
      .sort();
  expect({ opened: said(true), closed: said(false) }).toEqual(serviceTokenPolicy);
});

it.each([...callers, ...duties, ...serviceTokens])(
  'lets %s do what the policy says, and nothing else',
  async (caller) => {
    const wrong: string[] = [];
    for (const found of operations) {
      const rule = ruleOf.get(nameOf(found)) ?? 'admin:all';
      // Leaving ends the session that leaves: it gets one of its own.
      const email = nameOf(found) === 'POST /auth/logout' ? emails[caller] : undefined;
      const token = email ? (await signIn(app, email)).token : tokens[caller];
      const status = await call(found.path, found.method, token);
      const allowed = isAdmitted(rule, nameOf(found), caller);
      const right = allowed
        ? status !== 401 && status !== 403 && status < 500
        : status === rejection(rule, caller);
      if (!right)
        wrong.push(
          `${nameOf(found)} answered ${status} to ${caller}, ${allowed ? 'who may' : 'who may not'}`,
        );
      if (nameOf(found) === 'POST /auth/logout' && caller === 'admin')
        tokens.admin = (await admin(app)).token;
    }
    expect(wrong).toEqual([]);
  },
);
