import { Client } from 'pg';
import { startApp, type TestApp } from '../../test/app';
import * as make from '../../test/factories';

type ChangeMessage = { t: string; r: number; c: string; i: number[] };

describe('what the database keeps by itself', () => {
  let app: TestApp;
  let realm: number;
  let site: number;
  let event: number;
  let login: number;

  beforeAll(async () => {
    app = await startApp();
    site = await make.site(app);
    event = await make.event(app, site);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    realm = await make.realm(app, { max_tasks: 10 });
    login = await make.login(app, realm, site);
  });

  const insertTasks = (count: number, status = 'idle') =>
    app.db.query<{ id: number }>(
      `INSERT INTO tasks (realm_id, site_id, event_id, login_id, status) SELECT $1, $2, $3, $4, $5 FROM generate_series(1, $6) RETURNING id`,
      [realm, site, event, login, status, count],
    );
  const active = async () =>
    (await app.db.query<{ active_tasks: number }>('SELECT active_tasks FROM realms WHERE id = $1', [realm]))
      .rows[0]?.active_tasks;

  describe('the limit of unfinished tasks', () => {
    it('lets exactly the limit through when 50 are made at once, from as many connections as there are', async () => {
      const clients = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const client = new Client({ connectionString: app.databaseUrl });
          await client.connect();
          await client.query('SET ROLE tessera_realm');
          await client.query(`SELECT set_config('app.realm_id', $1, false)`, [String(realm)]);
          return client;
        }),
      );
      const outcomes: PromiseSettledResult<unknown>[] = [];
      const insert = 'INSERT INTO tasks (realm_id, site_id, event_id, login_id) VALUES ($1, $2, $3, $4)';
      await Promise.all(
        clients.map(async (client) => {
          for (let count = 0; count < 5; count += 1) {
            outcomes.push(...(await Promise.allSettled([client.query(insert, [realm, site, event, login])])));
          }
        }),
      );
      await Promise.all(clients.map((client) => client.end()));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
      const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
      expect(rejected?.reason).toMatchObject({ code: 'TS001' });
      expect(JSON.parse((rejected?.reason as { detail: string }).detail)).toMatchObject({
        limit: 10,
        used: 10,
        asked: 1,
      });
      expect(await active()).toBe(10);
    });

    it('rejects a statement that asks for too many as a whole', async () => {
      await expect(insertTasks(11)).rejects.toMatchObject({ code: 'TS001' });
      expect(await active()).toBe(0);
    });

    it('gives places back when tasks finish or go, and takes them for every way into unfinished', async () => {
      await insertTasks(10);
      await insertTasks(5, 'bought');
      await app.db.query(
        `UPDATE tasks SET status = 'failed' WHERE realm_id = $1 AND id IN (SELECT min(id) FROM tasks WHERE realm_id = $1)`,
        [realm],
      );
      expect(await active()).toBe(9);
      await insertTasks(1);
      await expect(
        app.db.query(`UPDATE tasks SET status = 'queued' WHERE realm_id = $1 AND status = 'failed'`, [realm]),
      ).rejects.toMatchObject({ code: 'TS001' });
      await app.db.query('DELETE FROM tasks WHERE realm_id = $1', [realm]);
      expect(await active()).toBe(0);
    });

    it('of 0 means none', async () => {
      await app.db.query('UPDATE realms SET max_tasks = 0 WHERE id = $1', [realm]);
      await expect(insertTasks(1)).rejects.toMatchObject({ code: 'TS001' });
    });
  });

  describe('the version of a row', () => {
    const version = async (id: number) =>
      (await app.db.query<{ version: number }>('SELECT version FROM tasks WHERE id = $1', [id])).rows[0]
        ?.version;

    it("moves with what people see, not with heartbeats, and is nobody else's to set", async () => {
      const id = await make.task(app, realm, site, event, login);
      await app.db.query('UPDATE tasks SET last_active = now(), attempt = attempt + 1 WHERE id = $1', [id]);
      await app.db.query('UPDATE tasks SET name = name WHERE id = $1', [id]);
      expect(await version(id)).toBe(1);
      await app.db.query(`UPDATE tasks SET status_message = 'in the queue' WHERE id = $1`, [id]);
      expect(await version(id)).toBe(2);
      await app.db.query('UPDATE tasks SET version = 99 WHERE id = $1', [id]);
      expect(await version(id)).toBe(3);
    });
  });

  describe('seats of a customer', () => {
    it('are counted over all realms for a realm that sees only its own', async () => {
      const other = await make.realm(app);
      const seat = async (realmId: number, fields: Record<string, unknown>) =>
        make.insert(app, 'holds', {
          realm_id: realmId, login_id: await make.login(app, realmId, site), site_id: site, event_id: event, event_guid: 'g', event_name: 'n',
          customer_identity: 'ann', expires_at: new Date(Date.now() + 60_000), ...fields,
        }); // prettier-ignore
      await seat(realm, { seat: '1' });
      await seat(other, { seat: '2' });
      await seat(other, { seat: '3', expires_at: new Date(Date.now() - 1000) });
      const bought = await seat(other, { seat: '4', status: 'confirmed' });
      await app.db.query(
        `INSERT INTO tickets (realm_id, hold_id, login_id, site_id, event_id, event_guid, event_name, customer_identity, login_email, status)
         SELECT realm_id, id, login_id, site_id, event_id, event_guid, event_name, customer_identity, 'a@b.example', 'CANCELLED'
         FROM holds WHERE id = $1`,
        [bought],
      );
      const client = new Client({ connectionString: app.databaseUrl });
      await client.connect();
      await client.query('SET ROLE tessera_realm');
      await client.query(`SELECT set_config('app.realm_id', $1, false)`, [String(realm)]);
      const { rows } = await client.query('SELECT * FROM customer_seats($1, $2)', [event, ['ann']]);
      const { rowCount } = await client.query(`SELECT FROM holds WHERE customer_identity = 'ann'`);
      await client.end();
      expect(rows).toEqual([{ customer_identity: 'ann', bought: 1, held: 2 }]);
      expect(rowCount).toBe(1);
    });

    it.each([
      [' S-7 ', 'Ann@Quayside.example', 's-7'],
      ['', ' Ann@Quayside.example', 'ann@quayside.example'],
      [null, 'ann@quayside.example', 'ann@quayside.example'],
    ])('go by the supporter id %j, else the e-mail %j', async (supporter_id, email, identity) => {
      const id = await make.login(app, realm, site, { supporter_id, email });
      const { rows } = await app.db.query('SELECT customer_identity FROM logins WHERE id = $1', [id]);
      expect(rows).toEqual([{ customer_identity: identity }]);
    });
  });

  it('ends duties with the realm or role they are of, whichever version of the server moves somebody', async () => {
    const duties = async (change: string, ...params: unknown[]) => {
      const { id } = await make.user(app, 'realm_user', realm, { duties: ['pay', 'audit'] });
      await app.db.query(`UPDATE users SET ${change} WHERE id = $1`, [id, ...params]);
      return (await app.db.query<{ duties: string[] }>('SELECT duties FROM users WHERE id = $1', [id]))
        .rows[0]?.duties;
    };
    expect(await duties('realm_id = $2', await make.realm(app))).toEqual([]);
    expect(await duties('realm_id = NULL')).toEqual([]);
    expect(await duties("role = 'realm_owner'")).toEqual([]);
    expect(await duties("realm_id = realm_id, name = 'Ann'")).toEqual(['pay', 'audit']);
  });

  it('notifies what changed: ids by statement and realm, at most 200 at once, and nothing of heartbeats', async () => {
    await app.db.query('UPDATE realms SET max_tasks = 1000 WHERE id = $1', [realm]);
    const job = await make.job(app, realm, site, event);
    const received: ChangeMessage[] = [];
    const listener = new Client({ connectionString: app.databaseUrl });
    await listener.connect();
    const done = new Promise<void>((resolve) => {
      listener.on('notification', ({ payload }) => {
        const message = JSON.parse(payload ?? '') as ChangeMessage | 'done';
        if (message === 'done') resolve();
        else if (message.r === realm) received.push(message); // the running server sweeps other rows meanwhile
      });
    });
    await listener.query('LISTEN tessera_live');
    const ids = (await insertTasks(450)).rows.map(({ id }) => id).sort((a, b) => a - b);
    const [first, second] = ids;
    await app.db.query('UPDATE tasks SET last_active = now() WHERE realm_id = $1', [realm]);
    await app.db.query(`UPDATE tasks SET status = 'queued', job_id = $2 WHERE id = $1`, [first, job]);
    await app.db.query('UPDATE tasks SET deleted_at = now() WHERE id = $1', [second]);
    await app.db.query('UPDATE tasks SET deleted_at = NULL WHERE id = $1', [second]);
    await app.db.query(`SELECT pg_notify('tessera_live', '"done"')`);
    await done;
    await listener.end();
    const about = (c: string, i: number[], t = 'tasks') => ({ t, r: realm, c, i });
    expect(received.slice(0, 3)).toEqual([
      about('insert', ids.slice(0, 200)),
      about('insert', ids.slice(200, 400)),
      about('insert', ids.slice(400)),
    ]);
    expect(received.slice(3)).toHaveLength(4);
    expect(received.slice(3)).toEqual(
      expect.arrayContaining([
        about('update', [first!]),
        about('update', [job], 'jobs'),
        about('delete', [second!]),
        about('insert', [second!]),
      ]),
    );
  });
});
