import { textStatement } from '../src/platform/database/statements';
import { Transactions, type Tx } from '../src/platform/database/transactions';
import { toDatabaseError } from '../src/platform/errors/database-error';
import { inRealm, type Scope, systemScope } from '../src/platform/realm-scope/scope';
import { startApp, type TestApp } from './app';
import { realm } from './factories';

let app: TestApp;
let transactions: Transactions;
let realmId: number;
const all = systemScope('test');
const nobody: Scope = { kind: 'none', actor: all.actor };

beforeAll(async () => {
  app = await startApp({ DATABASE_POOL: '2' });
  transactions = app.nest.get(Transactions);
  realmId = await realm(app);
});
afterAll(() => app.close());

const seen =
  'SELECT current_user AS role, current_setting($$app.realm_id$$, true) AS realm, (SELECT count(*)::int FROM realms) AS realms';
type Seen = { role: string; realm: string; realms: number };
const look = async (scope: Scope) => (await transactions.run(scope, (tx) => tx.query<Seen>(seen)))[0];
const rename = (name: string) => `UPDATE realms SET name = '${name}' WHERE id = ${realmId}`;
const nameNow = async () =>
  (await app.db.query<{ name: string }>('SELECT name FROM realms WHERE id = $1', [realmId])).rows[0]?.name;

it('uses the role and the realm of its scope, and resets both afterwards', async () => {
  for (let round = 0; round < 5; round += 1) {
    expect(await look(inRealm(all, realmId))).toMatchObject({
      role: 'tessera_realm',
      realm: String(realmId),
      realms: 1,
    });
    expect(await look(nobody)).toMatchObject({ role: 'tessera_realm', realm: '', realms: 0 });
    expect(await look(all)).toMatchObject({ role: 'tessera_all', realm: '' });
  }
});

it('rolls back when the work fails, without running its commit hooks', async () => {
  const before = await nameNow();
  const after = jest.fn();
  const work = transactions.run(all, async (tx) => {
    await tx.execute(rename('Never Seen'));
    tx.afterCommit(after);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await nameNow()).toBe(before);
  expect(after).not.toHaveBeenCalled();
});

it('runs commit hooks once its changes are visible to others', async () => {
  const names: (string | undefined)[] = [];
  let afterCommit: Promise<void> = Promise.resolve();
  await transactions.run(all, async (tx) => {
    tx.afterCommit(() => {
      afterCommit = nameNow().then((name) => void names.push(name));
    });
    await tx.execute(rename('Visible'));
  });
  await afterCommit;
  expect(names).toEqual(['Visible']);
});

it('rejects writes when it is read-only', async () => {
  await expect(transactions.read(all, (tx) => tx.execute(rename('Read Only')))).rejects.toMatchObject({
    code: '25006',
  });
});

it('joins an ambient transaction, each part with its own scope and rollback', async () => {
  const before = await nameNow();
  await transactions.runAmbient(all, async (tx) => {
    await transactions.run(all, (part) => part.execute(rename('Part')));
    const failing = transactions.run(inRealm(all, realmId), async (part) => {
      expect((await part.query<Seen>(seen))[0]).toMatchObject({
        role: 'tessera_realm',
        realm: String(realmId),
      });
      throw new Error('of this part alone');
    });
    await expect(failing).rejects.toThrow('of this part alone');
    expect((await tx.query<Seen>(seen))[0]).toMatchObject({ role: 'tessera_all' });
    expect(await nameNow()).toBe(before);
  });
  expect(await nameNow()).toBe('Part');
});

it('retries after a conflict with another transaction', async () => {
  let attempts = 0;
  await transactions.run(all, async (tx) => {
    attempts += 1;
    if (attempts < 3)
      await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'in the way' USING ERRCODE = '40001'; END $$`);
  });
  expect(attempts).toBe(3);
});

it('limits the time of statements and of idle transactions', async () => {
  const shown = (name: string) =>
    transactions.run(all, (tx) => tx.query<Record<string, string>>(`SHOW ${name}`));
  expect(await shown('statement_timeout')).toEqual([{ statement_timeout: '20s' }]);
  expect(await shown('idle_in_transaction_session_timeout')).toEqual([
    { idle_in_transaction_session_timeout: '10s' },
  ]);
});

it.each<[string, (tx: Tx) => Promise<unknown>]>([
  ['a statement', (tx) => tx.query('SELECT 1')],
  ['a statement of TypeORM', (tx) => tx.manager.query('SELECT 1')],
  ['the commit', () => Promise.resolve()],
])(
  'says that the database is unavailable, and uses another connection, when one closes before %s',
  async (_, next) => {
    const lost = transactions.run(all, async (tx) => {
      const [own] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await app.db.query('SELECT pg_terminate_backend($1, 5000)', [own?.pid]);
      await next(tx);
    });
    expect(await lost.catch(toDatabaseError)).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
    for (let round = 0; round < 3; round += 1) expect(await look(all)).toMatchObject({ role: 'tessera_all' });
  },
);

describe('a pipelined read', () => {
  const roles = () => textStatement('SELECT current_user, current_setting($1)', ['app.realm_id']);

  it('runs its statements in one transaction of its scope', async () => {
    const [identity, other] = await transactions.readPipelined(inRealm(all, realmId), (send) => [
      send(roles()),
      send(textStatement('SELECT pg_current_xact_id_if_assigned(), now()', [])),
    ]);
    expect(identity.rows).toEqual([['tessera_realm', String(realmId)]]);
    expect(other.rows).toEqual([[null, expect.any(String)]]);
  });

  it('fails with its first failing statement, and leaves a working connection', async () => {
    for (let round = 0; round < 3; round += 1) {
      const failing = transactions.readPipelined(all, (send) => [
        send(textStatement('SELECT 1 / $1::int', [0])),
        send(roles()),
      ]);
      await expect(failing).rejects.toThrow('division by zero');
      const [identity] = await transactions.readPipelined(all, (send) => [send(roles())]);
      expect(identity.rows).toEqual([['tessera_all', '']]);
    }
  });

  it('rejects writes', async () => {
    const writing = transactions.readPipelined(all, (send) => [send(textStatement(rename('Pipelined'), []))]);
    await expect(writing).rejects.toMatchObject({ code: '25006' });
  });
});
