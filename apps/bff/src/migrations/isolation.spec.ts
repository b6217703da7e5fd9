import { Client, DatabaseError, type QueryResult } from 'pg';
import { startApp, type TestApp } from '../../test/app';
import { defined } from '../../test/defined';
import * as make from '../../test/factories';
import { oneOfEach } from '../../test/one-of-each';

type Key = { child: string; parent: string; columns: string[]; parent_columns: string[] };

/** What row-level security and grants answer to a write that isn't allowed. */
const FORBIDDEN = '42501';

/** Tables that every realm reads whole, and why. */
const shared: Readonly<Record<string, string>> = {
  rollups: 'up to when rows are counted',
  sites: 'the catalogue',
  site_maps: 'the catalogue',
};

/** Functions that realms may call and that read past row-level security, and why that shows nothing of others. */
const confined: Readonly<Record<string, string>> = {
  customer_limit: 'a number of the catalogue',
  customer_seats: 'counts alone, of customers that the caller names: a limit holds over all realms',
  event_used_elsewhere: 'yes or no',
  events_counted_with: 'ids of the catalogue',
  find_events: 'as the policies of events',
  find_own_tasks: 'of the own realm',
  find_own_tickets: 'of the own realm',
  login_checkers: 'counts alone',
  next_login_check: 'a time: a site is checked at one pace over all realms',
  realm_is_active: 'yes or no',
  realm_is_paused: 'yes or no',
  seat_conflicts: 'ids of the own realm alone: a seat is held or bought once over all realms',
  seats_taken: 'ids that the caller names: a seat is held or bought once over all realms',
  serves_own_realm: 'yes or no',
  touch_list: 'reads nothing',
  workers_for: 'counts alone',
};

describe('row-level security alone, with no help from the application', () => {
  let app: TestApp;
  let client: Client;
  let mine: number;
  let theirs: number;
  let tables: string[];

  beforeAll(async () => {
    app = await startApp();
    client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    mine = await make.realm(app);
    theirs = await make.realm(app);
    const site = await make.site(app);
    const event = await make.event(app, site);
    await oneOfEach(app, mine, site, event);
    await oneOfEach(app, theirs, site, event);
    const { rows } = await app.db.query<{ name: string }>(`
      SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE a.attname = 'realm_id' AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
      ORDER BY 1`);
    tables = rows.map(({ name }) => name);
  });

  afterAll(async () => {
    await client.end();
    await app.close();
  });

  /** One statement in a transaction of its own, undone; a rejection returns its SQLSTATE. */
  async function within(
    realm: number | null,
    role: string | null,
    sql: string,
    params: unknown[] = [],
  ): Promise<QueryResult | string> {
    await client.query('BEGIN');
    try {
      if (role) await client.query(`SET LOCAL ROLE ${role}`);
      await client.query(`SELECT set_config('app.realm_id', $1, true)`, [
        realm === null ? '' : String(realm),
      ]);
      return await client.query(sql, params);
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      await client.query('ROLLBACK');
    }
  }
  const asMine = (sql: string, params: unknown[] = []) => within(mine, 'tessera_realm', sql, params);
  /** Rows seen or changed; a rejection is none. */
  const reached = (result: QueryResult | string) => (typeof result === 'string' ? 0 : (result.rowCount ?? 0));
  const each = async <T>(ask: (table: string) => Promise<T>): Promise<Record<string, T>> => {
    const found: Record<string, T> = {};
    for (const table of tables) found[table] = await ask(table);
    return found;
  };
  const allOf = <T>(value: T) => Object.fromEntries(tables.map((table) => [table, value]));

  it('covers every table with a realm: each has a row of both realms', async () => {
    const counts = await each(async (table) => {
      const { rows } = await app.db.query(
        `SELECT DISTINCT realm_id FROM ${table} WHERE realm_id = ANY ($1)`,
        [[mine, theirs]],
      );
      return rows.length;
    });
    expect(tables.length).toBeGreaterThan(15);
    expect(counts).toEqual(allOf(2));
  });

  it('is on and forced', async () => {
    const { rows } = await app.db.query<{ relname: string }>(
      `SELECT relname FROM pg_class WHERE relname = ANY ($1) AND relnamespace = 'public'::regnamespace
       AND relrowsecurity AND relforcerowsecurity`,
      [[...tables, 'realms']],
    );
    expect(rows.map(({ relname }) => relname).sort()).toEqual([...tables, 'realms'].sort());
  });

  it("shows none of another realm's rows, and one's own", async () => {
    const seen = await each(async (table) =>
      reached(await asMine(`SELECT FROM ${table} WHERE realm_id = $1`, [theirs])),
    );
    expect(seen).toEqual(allOf(0));
    for (const table of [
      'logins',
      'tasks',
      'jobs',
      'templates',
      'pools',
      'queue_links',
      'holds',
      'tickets',
      'audit',
    ]) {
      const own = reached(await asMine(`SELECT FROM ${table} WHERE realm_id = $1`, [mine]));
      expect([table, own > 0]).toEqual([table, true]);
    }
    expect(reached(await asMine('SELECT FROM realms WHERE id = $1', [theirs]))).toBe(0);
  });

  it("changes and deletes none of another realm's rows", async () => {
    const changed = await each(async (table) =>
      reached(await asMine(`UPDATE ${table} SET realm_id = realm_id WHERE realm_id = $1`, [theirs])),
    );
    const deleted = await each(async (table) =>
      reached(await asMine(`DELETE FROM ${table} WHERE realm_id = $1`, [theirs])),
    );
    expect(changed).toEqual(allOf(0));
    expect(deleted).toEqual(allOf(0));
  });

  it('puts no row into another realm, new or moved there', async () => {
    const inserted = await each(async (table) => {
      const { rows: columns } = await app.db.query<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
         AND attidentity = '' AND attgenerated = ''`,
        [table],
      );
      const { rows } = await app.db.query<Record<string, unknown>>(
        `SELECT * FROM ${table} WHERE realm_id = $1`,
        [theirs],
      );
      const names = columns.map(({ name }) => name);
      const values = names.map((name) => {
        const value = rows[0]?.[name];
        return typeof value === 'object' &&
          value !== null &&
          !(value instanceof Date) &&
          !Array.isArray(value)
          ? JSON.stringify(value)
          : value;
      });
      return asMine(
        `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
        values,
      );
    });
    expect(inserted).toEqual(allOf(FORBIDDEN));
    const moved = await each((table) =>
      asMine(`UPDATE ${table} SET realm_id = $1 WHERE realm_id = $2`, [theirs, mine]),
    );
    expect(moved).toEqual(allOf(FORBIDDEN));
  });

  it.each([
    ['no realm set', 'tessera_realm'],
    ['the connecting role itself', null],
  ])('shows nothing to %s', async (_, role) => {
    const seen = await each(async (table) =>
      reached(await within(null, role, `SELECT FROM ${table} WHERE realm_id IS NOT NULL`)),
    );
    expect(seen).toEqual(allOf(0));
  });

  it('is not bypassed by foreign keys: none crosses realms', async () => {
    const { rows: keys } = await app.db.query<Key>(
      `SELECT k.conrelid::regclass::text AS child, k.confrelid::regclass::text AS parent,
         ARRAY(SELECT attname::text FROM unnest(k.conkey) WITH ORDINALITY u(n, o) JOIN pg_attribute ON attrelid = k.conrelid AND attnum = n ORDER BY o) AS columns,
         ARRAY(SELECT attname::text FROM unnest(k.confkey) WITH ORDINALITY u(n, o) JOIN pg_attribute ON attrelid = k.confrelid AND attnum = n ORDER BY o) AS parent_columns
       FROM pg_constraint k
       WHERE k.contype = 'f' AND k.conrelid::regclass::text = ANY ($1) AND k.confrelid::regclass::text = ANY ($1)
         AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = k.confrelid AND attname = 'realm_id' AND attnotnull)`,
      [tables],
    );
    expect(keys.length).toBeGreaterThan(15);
    const outcomes = [];
    for (const { child, parent, columns, parent_columns } of keys) {
      const own = columns.filter((name) => name !== 'realm_id');
      const sets = own.map(
        (name) =>
          `"${name}" = (SELECT "${parent_columns[columns.indexOf(name)]}" FROM ${parent} WHERE realm_id = $2 ORDER BY id DESC LIMIT 1)`,
      );
      const error: unknown = await app.db
        .query(`UPDATE ${child} SET ${sets.join(', ')} WHERE realm_id = $1`, [mine, theirs])
        .then(
          () => 'crossed',
          (failure: unknown) => (failure instanceof DatabaseError ? failure.code : failure),
        );
      outcomes.push([child, parent, columns.includes('realm_id'), error]);
    }
    expect(outcomes).toEqual(keys.map(({ child, parent }) => [child, parent, true, '23503']));
  });

  it.each(['tessera_realm', 'tessera_all'])(
    'lets %s append to the ledgers and rewrite nothing in them',
    async (role) => {
      for (const ledger of ['audit', 'task_events']) {
        expect(await within(mine, role, `UPDATE ${ledger} SET who = 'somebody else'`)).toBe(FORBIDDEN);
        expect(await within(mine, role, `DELETE FROM ${ledger}`)).toBe(FORBIDDEN);
      }
      // The system deletes those of rehearsals alone.
      const deleted = await within(mine, role, 'DELETE FROM tickets');
      if (role === 'tessera_all') expect(deleted).toMatchObject({ rowCount: 0 });
      else expect(deleted).toBe(FORBIDDEN);
      expect(await within(mine, role, 'TRUNCATE audit')).toBe(FORBIDDEN);
    },
  );

  it('lets a realm neither raise its own limits nor its people', async () => {
    expect(await asMine('UPDATE realms SET max_tasks = 100000')).toBe(FORBIDDEN);
    expect(await asMine(`UPDATE users SET role = 'admin'`)).toBe(FORBIDDEN);
    expect(await asMine('SELECT FROM sessions')).toBe(FORBIDDEN);
  });

  /** The event of a realm's rehearsal, which nobody else sees. */
  const rehearse = async (parent: number) => {
    const { rows } = await app.db.query<{ id: number }>(
      `INSERT INTO realms (id, name, parent_realm_id, max_tasks, max_logins) OVERRIDING SYSTEM VALUE
       VALUES (nextval('rehearsal_realm_ids'), 'Rehearsal', $1, 10, 10) RETURNING id`,
      [parent],
    );
    const realm = defined(rows[0]).id;
    const fields = { created_by_realm_id: realm, name: 'Lantern Night' };
    return { realm, event: await make.event(app, await make.site(app), fields) };
  };

  it('lets a realm write the prices of the events that it created, and no others', async () => {
    const site = await make.site(app);
    const own = await make.event(app, site, { created_by_realm_id: mine });
    const other = await make.event(app, site, { created_by_realm_id: theirs });
    const lists: Record<string, number> = {};
    for (const [name, event_id] of Object.entries({ own, other, site: null }))
      lists[name] = await make.insert(app, 'price_lists', { site_id: site, event_id, currency: 'GBP' });
    const insert = 'INSERT INTO price_ranges (list_id, position, min, max) VALUES ($1, 1, 1, 2)';
    expect(await asMine(insert, [lists.own])).toMatchObject({ rowCount: 1 });
    for (const name of ['other', 'site']) {
      expect([name, await asMine(insert, [lists[name]])]).toEqual([name, FORBIDDEN]);
      await app.db.query(insert, [lists[name]]);
      const changed = await asMine("UPDATE price_lists SET currency = 'EUR' WHERE id = $1", [lists[name]]);
      const deleted = await asMine('DELETE FROM price_ranges WHERE list_id = $1', [lists[name]]);
      expect([name, reached(changed), reached(deleted)]).toEqual([name, 0, 0]);
    }
    const added = "INSERT INTO price_lists (site_id, event_id, currency) VALUES ($1, $2, 'GBP')";
    const elsewhere = await make.site(app);
    expect(await asMine(added, [elsewhere, null])).toBe(FORBIDDEN);
    expect(await asMine(added, [elsewhere, other])).toBe(FORBIDDEN);
    expect(await asMine(added, [elsewhere, own])).toMatchObject({ rowCount: 1 });
    expect(reached(await asMine('SELECT FROM price_ranges WHERE list_id = $1', [lists.other]))).toBe(1);
  });

  it("searches no event of another realm's rehearsal", async () => {
    const [own, other] = [await rehearse(mine), await rehearse(theirs)];
    const shownToAll = await make.event(app, await make.site(app), { name: 'Lantern Night' });
    const found = async (realm: number | null) => {
      const result = await within(
        realm,
        'tessera_realm',
        "SELECT unnest(find_events('%Lantern Night%', 100)) AS id ORDER BY 1",
      );
      return typeof result === 'string' ? result : result.rows.map(({ id }: { id: number }) => id);
    };
    expect(await found(mine)).toEqual([shownToAll]);
    expect(await found(null)).toEqual([shownToAll]);
    expect(await found(own.realm)).toEqual([own.event]);
    expect(await found(other.realm)).toEqual([other.event]);
  });

  it('reads only workers that serve the realm, or the realm that rehearses', async () => {
    const worker = async (name: string, realm_ids: number[] | null) => {
      const token = await make.insert(app, 'worker_tokens', {
        name,
        token_hash: `isolation ${name}`,
        realm_ids,
      });
      return make.insert(app, 'workers', { token_id: token, name });
    };
    const own = await worker('own', [mine]);
    const other = await worker('other', [theirs]);
    const ofEveryRealm = await worker('all', null);
    const { realm: rehearsal } = await rehearse(mine);
    const seen = async (realm: number | null, role: string | null) => {
      const result = await within(realm, role, 'SELECT id FROM workers WHERE id = ANY ($1) ORDER BY id', [
        [own, other, ofEveryRealm],
      ]);
      return typeof result === 'string' ? result : result.rows.map(({ id }: { id: number }) => id);
    };
    expect(await seen(mine, 'tessera_realm')).toEqual([own, ofEveryRealm]);
    expect(await seen(rehearsal, 'tessera_realm')).toEqual([own, ofEveryRealm]);
    expect(await seen(null, 'tessera_realm')).toEqual([]);
    expect(await seen(null, 'tessera_all')).toEqual([own, other, ofEveryRealm]);
  });

  it('is on for each table that a realm reads, but for what all realms share', async () => {
    const { rows } = await app.db.query<{ name: string }>(`
      SELECT c.relname AS name FROM pg_class c
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
        AND NOT (c.relrowsecurity AND c.relforcerowsecurity) AND has_any_column_privilege('tessera_realm', c.oid, 'SELECT')
      ORDER BY 1`);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(shared).sort());
  });

  it('is passed only by functions that confine themselves', async () => {
    const { rows } = await app.db.query<{ name: string }>(`
      SELECT DISTINCT proname AS name FROM pg_proc
      WHERE prosecdef AND pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype
        AND has_function_privilege('tessera_realm', oid, 'EXECUTE') ORDER BY 1`);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(confined).sort());
  });
});
