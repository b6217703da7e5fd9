import { appendFile, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startApp, startBeside, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { until } from '../../../test/work';
import { checkAuditStream } from '../../cli/doctor/audit-stream';
import { Config } from '../../platform/config/config';
import type { AuditDto } from './audit.dto';

type Line = {
  '@timestamp': string;
  event: { id: string; action: string; category?: string[]; outcome: string };
  user: { id?: string; name: string; roles?: string[] };
  organization?: { id: string; name: string };
  source?: { ip: string };
  tessera: Record<string, unknown>;
};

describe('the stream of audit entries', () => {
  let folder: string;
  let file: string;
  let app: TestApp;
  let client: Client;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tessera-stream-'));
    file = path.join(folder, 'audit.jsonl');
    app = await startApp({ AUDIT_STREAM_FILE: file });
    client = await connect();
    await until(collects, 'entries are collected');
  });
  afterAll(async () => {
    await client.end();
    await app.close();
    await rm(folder, { recursive: true });
  });

  const connect = async () => {
    const one = new Client({ connectionString: app.databaseUrl });
    await one.connect();
    await one.query('SET ROLE tessera_all');
    return one;
  };
  const collects = async () => (await app.db.query('SELECT FROM audit_stream_state')).rowCount === 1;
  const isEmpty = async () => (await app.db.query('SELECT FROM audit_stream')).rowCount === 0;
  /** What was written; the end of a line that is being written may still be missing. */
  const written = async (from = file): Promise<Line[]> =>
    (await readFile(from, 'utf8').catch(() => ''))
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  /** Adds entries as a request would, and returns their ids. */
  const add = async (by = client, count = 1): Promise<string[]> => {
    const { rows } = await by.query<{ id: string }>(
      `INSERT INTO audit (actor_kind, who, action, entity) SELECT 'system', 'clock', 'job.update', 'job'
       FROM generate_series(1, $1) RETURNING id`,
      [count],
    );
    return rows.map(({ id }) => id);
  };
  const idsOf = (lines: readonly Line[]) => lines.map(({ event }) => event.id);
  const arrives = (ids: readonly string[]) =>
    until(async () => {
      const there = new Set(idsOf(await written()));
      return ids.every((id) => there.has(id));
    }, 'the entries are written');
  const sorted = (ids: readonly string[]) => [...ids].sort((a, b) => Number(a) - Number(b));

  it('says what the export of the log says, with ECS field names, in a file for its owner alone', async () => {
    const admin = await make.admin(app);
    const created = await app.http<{ id: number }>('POST', '/api/realms', {
      token: admin.token,
      body: { name: 'Quayside Desk', max_tasks: 1 },
    });
    await app.http('PUT', `/api/realms/${created.body.id}`, { token: admin.token, body: { max_tasks: 5 } });
    const { body } = await app.http<AuditDto[]>('GET', `/api/audit?realm_id=${created.body.id}`, {
      token: admin.token,
    });
    const entry = body[0]!;
    await arrives([String(entry.id)]);
    expect((await written()).find(({ event }) => event.id === String(entry.id))).toEqual({
      '@timestamp': entry.at,
      ecs: { version: '8.17.0' },
      event: {
        kind: 'event',
        id: String(entry.id),
        action: 'realm.update',
        category: ['configuration'],
        outcome: 'success',
      },
      user: { id: String(admin.id), name: admin.email, full_name: entry.actor_name, roles: ['admin'] },
      organization: { id: String(created.body.id), name: 'Quayside Desk' },
      source: { address: '127.0.0.1', ip: '127.0.0.1' },
      http: { request: { id: entry.request_id } },
      tessera: {
        actor_kind: 'user',
        session_id: entry.session_id,
        entity: 'realm',
        entity_id: String(created.body.id),
        entity_name: 'Quayside Desk',
        before: { max_tasks: 1 },
        after: { max_tasks: 5 },
      },
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("names the realm that rehearses in a rehearsal's entries", async () => {
    const realm = await make.realm(app);
    const { rows } = await app.db.query<{ id: number }>(
      `INSERT INTO realms (id, name, parent_realm_id, max_tasks, max_logins) OVERRIDING SYSTEM VALUE
       VALUES (nextval('rehearsal_realm_ids'), 'Rehearsal', $1, 10, 10) RETURNING id`,
      [realm],
    );
    const site = await make.site(app);
    const event = await make.event(app, site, { created_by_realm_id: rows[0]!.id });
    const rehearsal = await make.insert(app, 'rehearsals', {
      realm_id: realm,
      rehearsal_realm_id: rows[0]!.id,
      source: 'event',
      event_id: await make.event(app, site),
      rehearsal_event_id: event,
      rehearsal_job_id: await make.job(app, rows[0]!.id, site, event),
      name: 'Rehearsal',
      event_name: 'Lantern Night',
      scenario: 'calm',
      seed: 1,
      settings: {},
      starts_at: new Date(),
    });
    const id = await make.insert(app, 'audit', {
      realm_id: rows[0]!.id,
      actor_kind: 'system',
      who: 'clock',
      action: 'job.update',
      entity: 'job',
    });
    await arrives([String(id)]);
    expect((await written()).find(({ event: { id: found } }) => found === String(id))).toMatchObject({
      organization: { id: String(realm) },
      tessera: { rehearsal_id: rehearsal },
    });
  });

  it('writes entries whatever the order in which they commit', async () => {
    const slow = await connect();
    await slow.query('BEGIN');
    const [first] = await add(slow);
    const [second] = await add();
    expect(Number(second)).toBeGreaterThan(Number(first));
    await arrives([second!]);
    expect(idsOf(await written())).not.toContain(first);
    await slow.query('COMMIT');
    await slow.end();
    await arrives([first!, second!]);
  });

  it('writes nothing of a transaction that rolls back', async () => {
    await client.query('BEGIN');
    const [undone] = await add();
    await client.query('ROLLBACK');
    const [kept] = await add();
    await arrives([kept!]);
    expect(idsOf(await written())).not.toContain(undone);
  });

  it('has each entry once from two servers, more than a batch at a time', async () => {
    const second = await startBeside(app, { AUDIT_STREAM_FILE: file });
    const other = await connect();
    const ids = (await Promise.all([add(client, 700), add(other, 700)])).flat();
    await arrives(ids);
    await until(isEmpty, 'nothing waits');
    const found = idsOf(await written());
    expect(sorted(found.filter((id) => ids.includes(id)))).toEqual(sorted(ids));
    expect(new Set(found).size).toBe(found.length);
    await other.end();
    await second.close();
  });

  it('loses nothing while the file can not be written, and counts the attempts', async () => {
    const failures = async () => {
      const { body } = await app.http<string>('GET', '/metrics');
      return Number(/tessera_audit_stream_failures_total (\d+)/.exec(body)?.[1]);
    };
    const server = await connectAsServer();
    const check = () => checkAuditStream({ config: app.nest.get(Config, { strict: false }), client: server });
    await arrives(await add());
    expect(await check()).toEqual([{ level: 'ok', text: 'Audit entries are written to AUDIT_STREAM_FILE' }]);
    const before = await failures();
    await rename(folder, `${folder}.away`);
    const [id] = await add();
    await until(async () => (await failures()) > before, 'an attempt fails');
    expect(await check()).toMatchObject([
      { level: 'error', text: expect.stringContaining('ENOENT') as string },
    ]);
    expect(await isEmpty()).toBe(false);
    await rename(`${folder}.away`, folder);
    await arrives([id!]);
    await until(isEmpty, 'nothing waits');
    await server.end();
  });
  const connectAsServer = async () => {
    const one = new Client({ connectionString: app.databaseUrl });
    await one.connect();
    return one;
  };

  it('writes an entry twice, with the same id, where a server died before it noted that', async () => {
    await app.db.query(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the server died'; END $$;
      CREATE TRIGGER die BEFORE DELETE ON audit_stream FOR EACH STATEMENT EXECUTE FUNCTION die()`);
    const [id] = await add();
    await arrives([id!]);
    await app.db.query('DROP TRIGGER die ON audit_stream');
    await until(isEmpty, 'nothing waits');
    const found = idsOf(await written()).filter((one) => one === id);
    expect(found.length).toBeGreaterThan(1);
  });

  it('continues in a new file once the old one was renamed, and after a line that was cut off', async () => {
    await arrives(await add());
    const rotated = `${file}.1`;
    await rename(file, rotated);
    await appendFile(file, '{"@timestamp":"20', { mode: 0o600 });
    const [id] = await add();
    await until(async () => (await readFile(file, 'utf8')).endsWith('}\n'), 'the entry is written');
    const [cut, whole] = (await readFile(file, 'utf8')).split('\n');
    expect(cut).toBe('{"@timestamp":"20');
    expect((JSON.parse(whole!) as Line).event.id).toBe(id);
    expect(await written(rotated)).not.toHaveLength(0);
    await rm(file);
  });

  it('forgets entries that were removed from the log meanwhile', async () => {
    await app.db.query("INSERT INTO audit_stream (id, at) VALUES (1000000000, now() - interval '3 years')");
    await arrives(await add());
    await until(isEmpty, 'nothing waits');
    expect(idsOf(await written())).not.toContain('1000000000');
  });

  it('collects nothing from the start of a server without the setting, and the doctor says so', async () => {
    await until(isEmpty, 'nothing waits');
    const without = await startBeside(app);
    await until(async () => !(await collects()), 'nothing is collected');
    await add();
    expect(await isEmpty()).toBe(true);
    const server = await connectAsServer();
    const check = (of: TestApp) =>
      checkAuditStream({ config: of.nest.get(Config, { strict: false }), client: server });
    expect(await check(app)).toMatchObject([
      {
        level: 'error',
        text: 'No audit entry is collected, although AUDIT_STREAM_FILE is set',
      },
    ]);
    expect(await check(without)).toEqual([
      { level: 'ok', text: 'The audit stream is off: AUDIT_STREAM_FILE is not set' },
    ]);
    await server.end();
    await without.close();
  });
});
